import { describe, expect, test } from 'vitest'
import { byMonth, groupCountries, lastMonths, median } from './stats-rules.ts'

describe('the last twelve months', () => {
  test('end with the present one, also on a 31st', () => {
    expect(lastMonths(new Date('2026-03-31T23:59:59Z'))).toEqual([
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
    ])
  })
  test('months without anything count 0, others are left out', () => {
    const months = byMonth(new Date('2026-03-31T00:00:00Z'), [
      { key: '2026-03', count: 2 },
      { key: '2024-01', count: 9 },
    ])
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toEqual({ month: '2026-03', count: 2 })
    expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})

test.each([
  [[], undefined],
  [[5], 5],
  [[9, 1, 5], 5],
  [[1, 2, 10, 100], 6],
])('the median of %j is %j', (values, middle) => expect(median(values)).toBe(middle))

describe('countries', () => {
  const rows = (counts: Record<string, number>) =>
    Object.entries(counts).map(([key, count]) => ({ key, count }))
  test('are named largest first, equal ones by code', () =>
    expect(groupCountries(rows({ DE: 5, SD: 9, FR: 5, AT: 5 }))).toEqual({
      countries: [
        { country: 'SD', count: 9 },
        { country: 'AT', count: 5 },
        { country: 'DE', count: 5 },
        { country: 'FR', count: 5 },
      ],
      elsewhere: 0,
    }))
  test('with fewer than three people are not named', () =>
    expect(groupCountries(rows({ FR: 5, NO: 2, IS: 1 }))).toEqual({
      countries: [{ country: 'FR', count: 5 }],
      elsewhere: 3,
    }))
  test('a rest of one or two takes the smallest named one with it', () =>
    expect(groupCountries(rows({ FR: 5, DE: 4, IS: 1 }))).toEqual({
      countries: [{ country: 'FR', count: 5 }],
      elsewhere: 5,
    }))
  test('without a country are elsewhere', () =>
    expect(groupCountries(rows({ '': 4, FR: 3 }))).toEqual({
      countries: [{ country: 'FR', count: 3 }],
      elsewhere: 4,
    }))
  test('beyond the twelfth are elsewhere', () => {
    const many = groupCountries(
      Array.from({ length: 20 }, (_, index) => ({
        key: `C${String(index).padStart(2, '0')}`,
        count: 30 - index,
      })),
    )
    expect(many.countries).toHaveLength(12)
    expect(many.elsewhere).toBe(18 + 17 + 16 + 15 + 14 + 13 + 12 + 11)
  })
  test('are not named where there are fewer than three people in all', () =>
    expect(groupCountries(rows({ FR: 1, DE: 1 }))).toEqual({ countries: [], elsewhere: 2 }))
  test('without members the list is empty', () =>
    expect(groupCountries([])).toEqual({ countries: [], elsewhere: 0 }))
})
