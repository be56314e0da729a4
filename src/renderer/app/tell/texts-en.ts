import common from '#locales/en/common.json'
import problems from '#locales/en/problems.json'
import reports from '#locales/en/reports.json'
// By name, so that the texts of staff (`publicCopy`, `desk`, `custody`, `edit`, …) are left out of the file.
import {
  capture,
  create,
  draft,
  fault,
  field,
  file,
  filed,
  hint,
  kind,
  leave,
  part,
  place,
  safety,
  type,
  unsaid,
  voice,
} from '#locales/en/reportWrite.json'
// By name, so that the texts of staff (`staff`) are left out of the file.
import {
  code,
  combo,
  confirm,
  copy,
  country,
  faults,
  faultsOf,
  pages,
  phone,
  share,
  steps,
  strength,
  textArea,
} from '#locales/en/ui.json'
import witnessReports from '#locales/en/witnessReports.json'

const ui = {
  code,
  combo,
  confirm,
  copy,
  country,
  faults,
  faultsOf,
  pages,
  phone,
  share,
  steps,
  strength,
  textArea,
}

const reportWrite = {
  capture,
  create,
  draft,
  fault,
  field,
  file,
  filed,
  hint,
  kind,
  leave,
  part,
  place,
  safety,
  type,
  unsaid,
  voice,
}

export const texts = { common, problems, reports, reportWrite, ui, witnessReports }
