import common from '#locales/ar/common.json'
import problems from '#locales/ar/problems.json'
import reports from '#locales/ar/reports.json'
import reportWrite from '#locales/ar/reportWrite.json'
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
} from '#locales/ar/ui.json'
import witness from '#locales/ar/witness.json'

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
