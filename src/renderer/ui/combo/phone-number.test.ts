import { describe, expect, test } from 'vitest'
import { phoneText, readPhoneInput, splitPhone } from './phone-number.ts'

describe('what is typed', () => {
  test.each([
    ['0612 34-56.78', 'FR', { country: 'FR', number: '0612345678' }],
    ['٠٩١٢٣٤٥٦٧٨', 'SD', { country: 'SD', number: '0912345678' }],
    ['12345678901234567', 'SD', { country: 'SD', number: '1234567890123' }],
    ['abc', 'SD', { country: 'SD', number: '' }],
    ['+33 6 12 34 56 78', 'SD', { country: 'FR', number: '612345678' }],
    ['0033612345678', 'SD', { country: 'FR', number: '612345678' }],
    ['٠٠٣٣٦١٢٣٤٥٦٧٨', 'SD', { country: 'FR', number: '612345678' }],
    ['+33', 'SD', { country: 'SD', number: '33' }],
    ['+999 123', 'SD', { country: 'SD', number: '999123' }],
  ])('%s', (typed, country, expected) => expect(readPhoneInput(typed, country)).toEqual(expected))
})

test.each([
  [{ country: 'SD', number: '0912345678' }, '+249912345678'],
  [{ country: 'FR', number: '612345678' }, '+33612345678'],
  [{ country: 'FR', number: '' }, ''],
])('%o is stored as %s', (value, stored) => expect(phoneText(value)).toBe(stored))

test.each([
  ['+249912345678', { country: 'SD', number: '912345678' }],
  ['+33612345678', { country: 'FR', number: '612345678' }],
  ['0612345678', { country: 'SD', number: '0612345678' }],
  ['', { country: 'SD', number: '' }],
])('%s comes back in two parts', (stored, value) => expect(splitPhone(stored)).toEqual(value))
