import common from '#locales/fr/common.json'
import problems from '#locales/fr/problems.json'
// By name, so that the texts of the lists of reports are left out of the file.
import { accepted } from '#locales/fr/reports.json'
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
} from '#locales/fr/reportWrite.json'
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
} from '#locales/fr/ui.json'
import witnessReports from '#locales/fr/witnessReports.json'

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
