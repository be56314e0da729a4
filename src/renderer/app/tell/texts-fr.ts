import common from '#locales/fr/common.json'
import problems from '#locales/fr/problems.json'
import reports from '#locales/fr/reports.json'
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
} from '#locales/fr/reportWrite.json'
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
} from '#locales/fr/ui.json'
import witnessReports from '#locales/fr/witnessReports.json'

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
