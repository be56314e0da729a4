import { CLEAN } from './text/clean-text.ts'
/** Account numbers of bank transfers: IBAN (ISO 13616) and BIC (ISO 9362). */

const IBAN_SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const BIC_SHAPE = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const GROUP = 4

/** The account number as a bank stores it: capital letters and digits with nothing between them. */
export const compactIban = (text: string): string =>
  CLEAN.code(text).toUpperCase().replace(/[\s-]/g, '')

/** As people read and type it: groups of four. */
export const formatIban = (iban: string): string =>
  compactIban(iban).replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$& ')

/** Country and check digits go to the end, letters become numbers from 10 on; the whole leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  const iban = compactIban(text)
  if (!IBAN_SHAPE.test(iban)) return false
  const digits = Array.from(iban.slice(GROUP) + iban.slice(0, GROUP), (sign) =>
    Number.parseInt(sign, 36).toString(),
  ).join('')
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

export const isBic = (text: string): boolean => BIC_SHAPE.test(text)
