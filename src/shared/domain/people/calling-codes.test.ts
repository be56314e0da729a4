import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { CALLING_COUNTRIES, callingCode, splitCallingCode } from './calling-codes.ts'
import { COUNTRY_CODES } from './countries.ts'
import { composePhone } from './registration-rules.ts'

const LIBRARY = getCountries().filter((country) => COUNTRY_CODES.includes(country))

test('knows every country of the list, with the code that the phone library has', () => {
  expect(CALLING_COUNTRIES).toEqual(LIBRARY.toSorted())
  expect(
    LIBRARY.filter((country) => callingCode(country) !== `+${getCountryCallingCode(country)}`),
  ).toEqual([])
})

test('a country without a code gets that of the default country', () =>
  expect(callingCode('AQ')).toBe('+249'))

const ORDINARY: readonly unknown[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE']

/** Digits that begin with a 0, in the lengths of the country's numbers: one for each two digits that may follow it. */
function digitsWithZero(country: (typeof LIBRARY)[number]): string[] {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  return (metadata.numberingPlan?.possibleLengths() ?? []).flatMap((length) =>
    Array.from({ length: 100 }, (_, index) =>
      `0${String(index).padStart(2, '0')}1234567890123`.slice(0, length),
    ),
  )
}

test('a 0 that belongs to the number of a telephone stays', () => {
  const lost = LIBRARY.flatMap((country) =>
    digitsWithZero(country).filter((digits) => {
      const whole = parsePhoneNumberFromString(`${callingCode(country)}${digits}`)
      return (
        whole?.nationalNumber === digits &&
        ORDINARY.includes(whole.getType()) &&
        composePhone(callingCode(country), digits) !== whole.number
      )
    }),
  )
  expect(lost).toEqual([])
})

describe('an international number', () => {
  test.each([
    ['33612345678', 'SD', { country: 'FR', rest: '612345678' }],
    ['249912345678', 'FR', { country: 'SD', rest: '912345678' }],
    ['12025550123', 'FR', { country: 'US', rest: '2025550123' }],
    ['12025550123', 'CA', { country: 'CA', rest: '2025550123' }],
    ['999', 'SD', undefined],
    ['', 'SD', undefined],
  ])('%s while %s is chosen', (digits, preferred, expected) =>
    expect(splitCallingCode(digits, preferred)).toEqual(expected),
  )
})
