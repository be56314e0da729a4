import { expect, test } from 'vitest'
import type { FoundMember } from '#shared/contract/base/schemas.ts'
import { countryOf } from './country-of.ts'
import { isBlank, peopleOf, searchBody } from './search-query.ts'

test('blanks alone are no search', () => {
  expect(isBlank({ id: ' ', email: '', phone: '\t' })).toBe(true)
  expect(isBlank({ id: '', email: '', phone: '0' })).toBe(false)
})

test('trims, and reads the digits of an Arabic keyboard in a phone number', () => {
  expect(searchBody({ id: ' WLD_1 ', email: 'a@b.example ', phone: '+٢٤٩ ۹۱' })).toEqual({
    id: 'WLD_1',
    email: 'a@b.example',
    phone: '+24991',
  })
})

test('one object and a list both become people', () => {
  const member = { cardId: 'WLD_1' } as FoundMember // the rest does not matter here
  expect(peopleOf(member)).toEqual([member])
  expect(peopleOf([])).toEqual([])
  expect(peopleOf([member, member])).toHaveLength(2)
})

test('English country names find their codes, everything else stays', () => {
  expect(
    ['France', 'Sudan', 'South Sudan', 'United Kingdom', 'Germany', 'Atlantis', ''].map(countryOf),
  ).toEqual(['FR', 'SD', 'SS', 'GB', 'DE', 'Atlantis', ''])
})
