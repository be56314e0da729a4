import { expect, test } from 'vitest'
import { asTypedFirst, bestFirst, readNumber, type PaletteOption } from './palette-options.ts'

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
  expect(bestFirst([option('Audit log')], 'lo au')).toHaveLength(1)
  expect(bestFirst([option('Audit log')], 'dit')).toHaveLength(0)
  expect(bestFirst([option('Événements')], 'even')).toHaveLength(1)
  expect(bestFirst([option('سجل الأعمال')], 'اعمال')).toHaveLength(1)
  expect(bestFirst([option('17', 'report')], '#17')).toHaveLength(1)
  const retention = { ...option('Durée de conservation'), also: 'retention' }
  expect(bestFirst([retention], 'réten')).toHaveLength(1)
})

test('what the typed letters begin comes first, and the rest keeps its order', () => {
  const options = [option('Audit log'), option('Site log'), option('Log out')]
  const labels = bestFirst(options, 'log').map(({ label }) => label)
  expect(labels).toEqual(['Log out', 'Audit log', 'Site log'])
})

test('a name whose words follow each other as they were typed comes first', () => {
  const people = [
    { firstName: 'Amna Waleed', lastName: 'Elbustan' },
    { firstName: 'Amna', lastName: 'Elgamar' },
    { firstName: 'Amna', lastName: 'Elsir' },
  ]
  const names = asTypedFirst(people, 'amna el').map(({ lastName }) => lastName)
  expect(names).toEqual(['Elgamar', 'Elsir', 'Elbustan'])
})
