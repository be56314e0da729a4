import { expect, test } from 'vitest'
import { heldId, parseHeldNumber, shownHeldId } from './legal-hold.ts'

test.each([
  ['WLD_10004217', 10_004_217],
  ['REQ_10004217', 10_004_217],
  [' req10004217', 10_004_217],
  ['#17', 17],
  ['  # 17', 17],
  ['17', 17],
  ['17 req_', undefined],
  ['5#17', undefined],
  ['REQ_', undefined],
  ['report 17', undefined],
])('"%s" names %s', (text, number) => expect(parseHeldNumber(text)).toBe(number))

test('a request has an id of its own, so that it is not taken for the member', () => {
  expect(heldId('request', 10_004_217)).toBe('REQ_10004217')
  expect(heldId('member', 10_004_217)).toBe('10004217')
  expect(heldId('report', 17)).toBe('17')
})

test('staff read the number of the card, of the request, of the report', () => {
  expect(shownHeldId('member', '10004217')).toBe('WLD_10004217')
  expect(shownHeldId('request', 'REQ_10004217')).toBe('REQ_10004217')
  expect(shownHeldId('report', '17')).toBe('17')
})
