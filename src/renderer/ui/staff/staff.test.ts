import { describe, expect, test } from 'vitest'
import { labelStride, showsLabel, summarise, valueTicks } from './charts/chart-scale.ts'
import {
  countActive,
  dayOf,
  oneOf,
  pageOf,
  readAddress,
  writeAddress,
} from './filters/address-filters.ts'
import { withTemplate } from './reason-text.ts'
import { matches, pressedKey } from './shortcut-rules.ts'
import { headerColumn, nextSort, readSort, sortText } from './table/table-types.ts'

describe('a list and its address', () => {
  const DEFAULTS = { q: '', status: 'pending' }
  const read = (query: string) => readAddress(new URLSearchParams(query), DEFAULTS)

  test('without a word it is as usual', () =>
    expect(read('')).toEqual({ values: DEFAULTS, page: 1, size: 10, sort: undefined }))
  test('an empty filter in the address is "all", not the usual one', () =>
    expect(read('status=').values.status).toBe(''))
  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'page=99999999',
    'size=11',
    'size=1e1',
    'sort=;drop',
    'sort=--a',
    'sort=-',
  ])('%s falls back', (query) =>
    expect(read(query)).toMatchObject({ page: 1, size: 10, sort: undefined }),
  )
  test('long texts are cut, unknown words left out', () => {
    expect(read(`q=${'a'.repeat(500)}&other=1`).values).toEqual({
      q: 'a'.repeat(120),
      status: 'pending',
    })
  })
  test.each(['', 'q=amna', 'status=', 'q=a+b&status=approved&size=25&sort=-name&page=3'])(
    '"%s" reads and writes the same',
    (query) =>
      expect(writeAddress(new URLSearchParams(), read(query), DEFAULTS).toString()).toBe(query),
  )
  test('words of the address that are not ours stay', () => {
    expect(
      writeAddress(new URLSearchParams('event=x&q=old'), read('page=2'), DEFAULTS).toString(),
    ).toBe('event=x&page=2')
  })
  test('filters in use are those that differ from the usual', () => {
    expect(countActive({ q: ' ', status: 'pending' }, DEFAULTS)).toBe(0)
    expect(countActive({ q: 'a', status: '' }, DEFAULTS)).toBe(2)
  })
})

test('only known words and real days of an address reach the server', () => {
  expect([oneOf(['open', 'closed'], 'open'), oneOf(['open'], 'lost')]).toEqual(['open', undefined])
  expect(['2026-01-31', '2026-13-01', '2026-01-31x', ''].map(dayOf)).toEqual([
    '2026-01-31',
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  { page: 1, shown: 1, items: ['a', 'b'] },
  { page: 2, shown: 2, items: ['c'] },
  { page: 9, shown: 2, items: ['c'] },
])('page $page of a list that is here as a whole', ({ page, shown, items }) =>
  expect(pageOf(['a', 'b', 'c'], { page, size: 2 })).toEqual({
    items,
    page: shown,
    size: 2,
    total: 3,
    totalIsCapped: false,
  }),
)
test('an empty list has one page', () =>
  expect(pageOf([], { page: 4, size: 10 })).toMatchObject({ page: 1, total: 0 }))

describe('order', () => {
  test('a header turns round, another starts from its smallest', () => {
    expect(nextSort(undefined, 'name')).toEqual({ key: 'name', direction: 'asc' })
    expect(nextSort({ key: 'name', direction: 'asc' }, 'name')).toEqual({
      key: 'name',
      direction: 'desc',
    })
    expect(nextSort({ key: 'name', direction: 'desc' }, 'name')).toEqual({
      key: 'name',
      direction: 'asc',
    })
    expect(nextSort({ key: 'name', direction: 'desc' }, 'date')).toEqual({
      key: 'date',
      direction: 'asc',
    })
  })
  test.each(['name', '-createdAt'])('%s is read as it was written', (text) => {
    const sort = readSort(text)
    expect(sort && sortText(sort)).toBe(text)
  })
  test('the row header is the named column, else the first', () => {
    const column = (key: string, rowHeader = false) => ({
      key,
      header: key,
      cell: () => key,
      rowHeader,
    })
    expect(headerColumn([column('a'), column('b', true)])?.key).toBe('b')
    expect(headerColumn([column('a'), column('b')])?.key).toBe('a')
  })
})

describe('keys', () => {
  const press = (key: string, code: string, more = {}) => ({
    key,
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  })
  test('an Arabic keyboard is read by the place of the key, AZERTY by its letter', () => {
    expect(pressedKey(press('ش', 'KeyA'))).toBe('a')
    expect(pressedKey(press('a', 'KeyQ'))).toBe('a')
    expect(pressedKey(press('؟', 'Slash'))).toBe('؟')
    expect(pressedKey(press('ArrowRight', 'ArrowRight'))).toBe('ArrowRight')
  })
  test('with Ctrl, Alt or the command key it belongs to the browser', () => {
    expect(matches(press('A', 'KeyA'), 'a')).toBe(true)
    for (const held of ['ctrlKey', 'metaKey', 'altKey'])
      expect(matches(press('a', 'KeyA', { [held]: true }), 'a')).toBe(false)
    expect(matches(press('b', 'KeyB'), 'a')).toBe(false)
  })
})

describe('a prepared reason', () => {
  test.each([
    ['', undefined, 'New', 'New'],
    ['Old', 'Old', 'New', 'New'],
    ['Old and more', 'Old', 'New', 'New and more'],
    ['My own words', undefined, 'New', 'My own words\n\nNew'],
    ['My own words', 'Old', 'New', 'My own words\n\nNew'],
    ['Price: Old', 'Old', '$& all', 'Price: $& all'],
  ])('%j after %j becomes with %j: %j', (written, before, next, result) =>
    expect(withTemplate(written, before, next)).toBe(result),
  )
})

describe('charts', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [90, [0, 25, 50, 75, 100]],
    [1_000, [0, 250, 500, 750, 1_000]],
  ])('the axis for %i is %j', (max, ticks) => expect(valueTicks(max)).toEqual(ticks))
  test('labels that have no room are left out, the last one never', () => {
    expect(labelStride(12, 700, 54)).toBe(1)
    const stride = labelStride(12, 260, 54)
    expect(stride).toBe(3)
    expect(
      Array.from({ length: 12 }, (_, index) => index).filter((index) =>
        showsLabel(index, 12, stride),
      ),
    ).toEqual([2, 5, 8, 11])
  })
  test('the summary names the highest, and none where two are as high or all is zero', () => {
    const rows = [
      { label: 'a', value: 2 },
      { label: 'b', value: 3 },
      { label: 'c', value: 3 },
    ]
    expect(summarise(rows)).toEqual({ total: 8, most: undefined })
    expect(summarise(rows.slice(0, 2))).toEqual({ total: 5, most: rows[1] })
    expect(summarise([{ label: 'a', value: 0 }])).toEqual({ total: 0, most: undefined })
    expect(summarise([])).toEqual({ total: 0, most: undefined })
  })
})
