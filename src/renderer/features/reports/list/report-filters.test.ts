import { describe, expect, test } from 'vitest'
import {
  isFiltered,
  isReversed,
  NO_FILTERS,
  readWish,
  toQuery,
  writeWish,
} from './report-filters.ts'

const read = (text: string) => readWish(new URLSearchParams(text))

describe('the address and the filters', () => {
  test.each([
    '',
    'id=12&from=2026-01-02&to=2026-02-03&type=a+b&actor=%D8%B9&victim=x&page=3',
    'sort=createdAt&page=2',
    'status=open',
    'actor=x&status=under+review',
  ])('are one: %s', (text) => {
    expect(writeWish(read(text)).toString()).toBe(text)
  })
  test('unknown filters are left out', () => {
    expect(
      read('page=0&from=yesterday&to=2026-13-45&sort=victim&userId=3&status=open%20verified'),
    ).toEqual({ filters: NO_FILTERS, sort: '-createdAt', page: 1 })
    expect(read('page=1e9').page).toBe(1)
    expect(read(`type=${'x'.repeat(500)}`).filters.type).toHaveLength(120)
  })
  test('blank filters are not sent', () => {
    expect(toQuery(read('type=+&actor=Group+&page=2'))).toEqual({
      actor: 'Group',
      sort: '-createdAt',
      page: 2,
      size: 10,
    })
  })
})

test('filtered or not', () => {
  expect(isFiltered(NO_FILTERS)).toBe(false)
  expect(isFiltered({ ...NO_FILTERS, victim: 'x' })).toBe(true)
})

test('a start after the end', () => {
  expect(isReversed({ ...NO_FILTERS, from: '2026-02-01', to: '2026-01-01' })).toBe(true)
  expect(isReversed({ ...NO_FILTERS, from: '2026-02-01' })).toBe(false)
})
