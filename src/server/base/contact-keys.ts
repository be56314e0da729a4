/** The spellings in which addresses and phone numbers are compared and stored as keys. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'

/** The spelling in which e-mail addresses are compared. */
export const emailKey = (email: string): string => CLEAN.email(email).toLowerCase()

/**
 * The number as it is stored (E.164), or undefined when no country has such numbers. Only length
 * and country are checked, because the tables of number ranges become outdated and would refuse
 * real numbers.
 */
export function readPhone(phone: string): string | undefined {
  const number = CLEAN.phone(phone)
  const parsed = parsePhoneNumberFromString(number.startsWith('+') ? number : `+${number}`)
  return parsed?.isPossible() === true ? parsed.number : undefined
}

/** Whether a country has given numbers like this one: the test for a number whose plus sign is a guess. */
export const isKnownNumber = (phone: string): boolean =>
  parsePhoneNumberFromString(phone)?.isValid() === true

/** What is wrong with a number that `readPhone` cannot read. */
export const IMPOSSIBLE_PHONE = {
  code: 'impossible_phone',
  message:
    'Invalid phone number: no country has a number of this length. Give it with its country code, such as +33612345678',
} as const

/** One spelling for each number, also for one that no country has; empty where there is no digit. */
export function phoneKey(phone: string): string {
  const digits = onlyDigits(phone)
  return digits === '' ? '' : (readPhone(phone) ?? `+${digits.replace(/^00/, '')}`)
}
