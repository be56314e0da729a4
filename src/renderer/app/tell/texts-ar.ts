import common from '#locales/ar/common.json'
import problems from '#locales/ar/problems.json'
import reports from '#locales/ar/reports.json'
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
} from '#locales/ar/reportWrite.json'
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
} from '#locales/ar/ui.json'
import witnessReports from '#locales/ar/witnessReports.json'

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
