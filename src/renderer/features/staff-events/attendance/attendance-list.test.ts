import { expect, test } from 'vitest'
import { type Attender, findPeople } from './attendance-list.ts'

const one = (name: string, more: Partial<Attender> = {}): Attender => ({
  cardId: `WLD_${name.length}`,
  name,
  registration: 'registered',
  waitingPlace: null,
  checkedInAt: null,
  gate: null,
  checkInId: null,
  ...more,
})
const people = [
  one('Amna', { checkedInAt: '2026-05-03T09:00:00Z' }),
  one('Bakri', { registration: 'waiting', waitingPlace: 2 }),
  one('Césaire', { registration: 'waiting', waitingPlace: 1 }),
  one('Dina'),
  one('آمنة', { registration: 'none', checkedInAt: '2026-05-03T08:00:00Z' }),
]
const names = (q: string, show: string, sort?: Parameters<typeof findPeople>[2]) =>
  findPeople(people, { q, show }, sort).map(({ name }) => name)

test.each([
  ['', '', ['Amna', 'Bakri', 'Césaire', 'Dina', 'آمنة']],
  ['cesaire', '', ['Césaire']],
  ['امنه', '', ['آمنة']],
  ['wld_7', '', ['Césaire']],
  ['', 'waiting', ['Césaire', 'Bakri']],
  ['', 'here', ['Amna', 'آمنة']],
  ['', 'absent', ['Dina']],
  ['', 'unannounced', ['آمنة']],
  ['', 'no such', ['Amna', 'Bakri', 'Césaire', 'Dina', 'آمنة']],
] as const)('the search for %j among those who are %j finds the right people', (q, show, wanted) =>
  expect(names(q, show)).toEqual(wanted),
)

test('by time of arrival, both ways', () => {
  expect(names('', 'here', { key: 'time', direction: 'asc' })).toEqual(['آمنة', 'Amna'])
  expect(names('', 'here', { key: 'time', direction: 'desc' })).toEqual(['Amna', 'آمنة'])
})
