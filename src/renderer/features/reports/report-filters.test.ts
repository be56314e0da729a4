import { expect, test } from 'vitest'
import { isReversed, knownFilters, NO_FILTERS, toQuery } from './report-filters.ts'

test('what no filter has is left out', () => {
  const strange = { from: 'yesterday', to: '2026-13-45', status: 'open verified', answered: 'no' }
  expect(knownFilters({ ...NO_FILTERS, ...strange })).toEqual(NO_FILTERS)
  expect(knownFilters({ ...NO_FILTERS, id: '1'.repeat(50) }).id).toHaveLength(20)
  const known = { ...NO_FILTERS, from: '2026-01-02', status: 'under review', answered: 'yes' }
  expect(knownFilters(known)).toEqual(known)
})

test('blank filters and unknown orders are not sent', () => {
  const values = { ...NO_FILTERS, type: ' ', actor: 'Group ' }
  const usual = { actor: 'Group', sort: '-createdAt', page: 2, size: 10 }
  expect(toQuery({ values, page: 2, sort: undefined })).toEqual(usual)
  expect(toQuery({ values, page: 2, sort: { key: 'victim', direction: 'asc' } })).toEqual(usual)
  expect(toQuery({ values, page: 2, sort: { key: 'createdAt', direction: 'asc' } })).toEqual({
    ...usual,
    sort: 'createdAt',
  })
})

test('a start after the end', () => {
  expect(isReversed({ ...NO_FILTERS, from: '2026-02-01', to: '2026-01-01' })).toBe(true)
  expect(isReversed({ ...NO_FILTERS, from: '2026-02-01' })).toBe(false)
})
