import { expect, test } from 'vitest'
import { asWritten, NO_FILTERS, toQuery } from './audit-filters.ts'

test.each([
  ['WLD_10004217', 'member:10004217'],
  [' 10004217 ', 'member:10004217'],
  ['member:10004217', 'member:10004217'],
  ['system', 'system'],
  ['pledge:WLD-7K3M-9Q', 'pledge:WLD-7K3M-9Q'],
  ['', ''],
])('%j is looked for as %j', (typed, written) => expect(asWritten(typed)).toBe(written))

test('broken words of an address are no filter', () => {
  expect(
    toQuery({ ...NO_FILTERS, action: 'DROP TABLE', from: 'yesterday', to: '2026-01-31' }),
  ).toEqual({ actor: '', action: '', target: '', from: undefined, to: '2026-01-31' })
})
