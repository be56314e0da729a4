import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { describe, expect, test } from 'vitest'
import { CALLING_COUNTRIES, callingCode, splitCallingCode } from './calling-codes.ts'
import { COUNTRY_CODES } from './countries.ts'

test('knows every country of the list, with the code that the phone library has', () => {
  const library = getCountries().filter((country) => COUNTRY_CODES.includes(country))
  expect(CALLING_COUNTRIES).toEqual(library.toSorted())
  expect(
    library.filter((country) => callingCode(country) !== `+${getCountryCallingCode(country)}`),
  ).toEqual([])
})

test('a country without a code gets that of the default country', () =>
  expect(callingCode('AQ')).toBe('+249'))

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
