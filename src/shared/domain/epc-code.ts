/**
 * The text of the code with which a bank's app fills in a transfer: EPC069-12, version 002. Euros between accounts of the
 * single payments area alone, because that is all the code can say.
 */
import type { Currency } from './association.ts'
import { compactIban, isBic, isIban } from './bank-account.ts'

/** Of the European Economic Area, where a transfer needs no BIC. */
const WITHOUT_BIC =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  )
const WITH_BIC = 'AD AL CH GB GG GI IM JE MC MD ME MK RS SM VA'.split(' ')
const NAME_MAX_CHARS = 70
const AMOUNT_MAX_EUR = 999_999_999

export interface Transfer {
  readonly holder: string
  readonly iban: string
  readonly bic: string
  readonly currency: Currency
  /** Whole euros. */
  readonly amount: number
  readonly reference: string
}

/** Undefined where no such code can be made, so that none is shown. */
export function epcCode(transfer: Transfer): string | undefined {
  const { currency, amount } = transfer
  const [iban, bic] = [compactIban(transfer.iban), transfer.bic.trim().toUpperCase()]
  const name = Array.from(transfer.holder.replace(/\s+/g, ' ').trim())
    .slice(0, NAME_MAX_CHARS)
    .join('')
    .trim()
  const country = iban.slice(0, 2)
  const reaches = WITHOUT_BIC.includes(country) || (WITH_BIC.includes(country) && bic !== '')
  if (currency !== 'EUR' || !reaches || !isIban(iban) || (bic !== '' && !isBic(bic)))
    return undefined
  if (name === '' || !Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX_EUR)
    return undefined
  return [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    bic,
    name,
    iban,
    `EUR${amount}.00`,
    '', // purpose
    '', // a structured reference; that of a pledge is not one of ISO 11649
    transfer.reference,
  ].join('\n')
}
