import common from '#locales/fr/common.json'
import problems from '#locales/fr/problems.json'
import reports from '#locales/fr/reports.json'
import reportWrite from '#locales/fr/reportWrite.json'
// By name, so that the texts of staff (`staff`) are left out of the file.
import {
  code,
  combo,
  confirm,
  copy,
  country,
  crop,
  faults,
  faultsOf,
  pages,
  phone,
  photo,
  share,
  steps,
  strength,
  textArea,
} from '#locales/fr/ui.json'
import witness from '#locales/fr/witness.json'

const ui = {
  code,
  combo,
  confirm,
  copy,
  country,
  crop,
  faults,
  faultsOf,
  pages,
  phone,
  photo,
  share,
  steps,
  strength,
  textArea,
}

export const texts = { common, problems, reports, reportWrite, ui, witness }
