import { expect, test } from 'vitest'
import { NO_FILTERS, toQuery } from './request-filters.ts'

const FIRST = { values: NO_FILTERS, page: 1, size: 10, sort: undefined }

test('without a choice the oldest undecided ones are requested, as the queue opens them', () => {
  expect(toQuery(FIRST)).toEqual({
    page: 1,
    size: 10,
    sort: 'createdAt',
    status: 'pending',
  })
})

test('what is decided comes newest first', () => {
  const values = { ...NO_FILTERS, status: 'decided' }
  expect(toQuery({ ...FIRST, values })).toMatchObject({ sort: '-createdAt' })
})

test('an order that was chosen stays', () => {
  const sort = { key: 'createdAt', direction: 'desc' } as const
  expect(toQuery({ ...FIRST, sort })).toMatchObject({ sort: '-createdAt' })
})

test('every status sends no status', () => {
  expect(toQuery({ ...FIRST, values: { ...NO_FILTERS, status: '' } })).toEqual({
    page: 1,
    size: 10,
    sort: '-createdAt',
  })
})

test('chosen filters are passed on', () => {
  expect(
    toQuery({
      values: { q: 'amna', status: 'pending', tribe: 'Fur', from: '2026-01-01', to: '2026-02-28' },
      page: 3,
      size: 25,
      sort: { key: 'createdAt', direction: 'asc' },
    }),
  ).toEqual({
    page: 3,
    size: 25,
    sort: 'createdAt',
    q: 'amna',
    status: 'pending',
    tribe: 'Fur',
    from: '2026-01-01',
    to: '2026-02-28',
  })
})

test('invalid parts of an address are left out', () => {
  expect(
    toQuery({
      ...FIRST,
      values: { ...NO_FILTERS, status: 'lost', from: '2026-02-31x', to: '2026-13-01' },
      sort: { key: 'name', direction: 'asc' },
    }),
  ).toEqual({ page: 1, size: 10, sort: '-createdAt' })
})
