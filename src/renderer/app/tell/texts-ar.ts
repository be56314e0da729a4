import common from '#locales/ar/common.json'
import problems from '#locales/ar/problems.json'
// By name, so that the texts of the lists of reports are left out of the file.
import { accepted } from '#locales/ar/reports.json'
// By name, so that the texts of staff (`publicCopy`, `desk`, `custody`, `edit`, …) and those of the form of members are left out of the file.
import {
  fault,
  field,
  file,
  hint,
  kind,
  part,
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
  fault as uiFault,
  faults,
  faultsOf,
  pages,
  phone,
  requiredNote,
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
  fault: uiFault,
  faults,
  faultsOf,
  pages,
  phone,
  requiredNote,
  share,
  steps,
  strength,
  textArea,
}

const reportWrite = {
  fault,
  field,
  file,
  hint,
  kind,
  part,
  type,
  unsaid,
  voice,
}

export const texts = { common, problems, reports: { accepted }, reportWrite, ui, witnessReports }
