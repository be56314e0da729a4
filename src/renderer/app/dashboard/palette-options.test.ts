import { expect, test } from 'vitest'
import { fits, readNumber, type PaletteOption } from './palette-options.ts'

test.each([
  ['10004217', { cardId: 'WLD_10004217', requestId: 'REQ_10004217' }],
  ['wld_10004217', { cardId: 'WLD_10004217', requestId: 'REQ_10004217' }],
  [' REQ_10004217 ', { cardId: 'WLD_10004217', requestId: 'REQ_10004217' }],
  ['١٠٠٠٤٢١٧', { cardId: 'WLD_10004217', requestId: 'REQ_10004217' }],
  ['17', { reportId: 17 }],
  ['#17', { reportId: 17 }],
  ['0', {}],
  ['Amna', {}],
  ['', {}],
])('the query "%s" is read as the numbers that it may mean', (query, found) =>
  expect(readNumber(query)).toEqual(found),
)

const option = (label: string, group: PaletteOption['group'] = 'pages'): PaletteOption => ({
  id: label,
  group,
  label,
  run: () => undefined,
})

test('every word of the query begins a word, whatever accents and articles', () => {
  expect(fits(option('Audit log'), 'lo au')).toBe(true)
  expect(fits(option('Audit log'), 'dit')).toBe(false)
  expect(fits(option('Événements'), 'even')).toBe(true)
  expect(fits(option('سجل الأعمال'), 'اعمال')).toBe(true)
  expect(fits(option('Report 17', 'found'), '#17')).toBe(true)
})
