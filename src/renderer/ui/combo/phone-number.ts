import { callingCode, splitCallingCode } from '#shared/domain/people/calling-codes.ts'
import {
  composePhone,
  DEFAULT_COUNTRY,
  PHONE_INPUT_MAX_DIGITS,
} from '#shared/domain/people/registration-rules.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'

export interface PhoneValue {
  /** ISO code; it stands for its calling code. */
  readonly country: string
  /** Digits as typed. */
  readonly number: string
}

export const EMPTY_PHONE: PhoneValue = { country: DEFAULT_COUNTRY, number: '' }

/** As it is stored, `+249912345678`; empty while no number is typed. */
export const phoneText = ({ country, number }: PhoneValue): string =>
  onlyDigits(number) === '' ? '' : composePhone(callingCode(country), number)

/** What is typed or pasted: digits only. A number in international form brings its country along. */
export function readPhoneInput(typed: string, country: string): PhoneValue {
  const number = CLEAN.phone(typed)
  if (number.startsWith('+')) {
    const split = splitCallingCode(onlyDigits(number), country)
    // A code alone is still being typed: only what follows it shows where it ends.
    if (split !== undefined && split.rest !== '')
      return { country: split.country, number: split.rest.slice(0, PHONE_INPUT_MAX_DIGITS) }
  }
  return { country, number: onlyDigits(typed).slice(0, PHONE_INPUT_MAX_DIGITS) }
}

/** A stored number back in its two parts. */
export function splitPhone(stored: string, preferred: string = DEFAULT_COUNTRY): PhoneValue {
  const digits = onlyDigits(stored)
  const split = stored.trim().startsWith('+') ? splitCallingCode(digits, preferred) : undefined
  return split === undefined
    ? { country: preferred, number: digits }
    : { country: split.country, number: split.rest }
}
