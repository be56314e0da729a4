import { expect, test } from 'vitest'
import type { MergeCandidate } from '#shared/contract/merges.ts'
import { blankFields } from '#shared/domain/people/member-fields.ts'
import { choicesThatDiffer, doubtsOf, takenFrom, usualChoice, usualStay } from './choices.ts'

const record = (change: Partial<MergeCandidate>): MergeCandidate =>
  ({
    ...blankFields('record'),
    cardId: 'WLD_1',
    wldCardPhoto: null,
    idProofPhotos: [],
    refusals: [],
    ...change,
  }) as unknown as MergeCandidate // what the choices read
const older = record({ firstName: 'Ali', currentCity: 'Lyon', nationalities: ['Sudan', 'Chad'] })
const younger = record({
  cardId: 'WLD_2',
  firstName: 'Ali',
  currentCity: 'Paris',
  tribe: 'Fur',
  nationalities: ['Chad', 'Sudan'],
  wldCardPhoto: { photoUrl: '/api/files/1' },
})

test('fields that differ, in their order, whatever the order of a list', () =>
  expect(choicesThatDiffer(older, younger)).toEqual(['portrait', 'tribe', 'currentCity']))

test('what a person keeps for life stands first', () =>
  expect(
    choicesThatDiffer(older, record({ ...younger, lastName: 'Osman', birthDate: '1984-11-02' })),
  ).toEqual(['lastName', 'birthDate', 'portrait', 'tribe', 'currentCity']))

test.each([
  [{}, { name: false, birthDate: false }],
  [{ firstName: 'Alia' }, { name: true, birthDate: false }],
  [{ lastName: 'Osman' }, { name: true, birthDate: false }],
  [{ birthDate: '1984-11-02' }, { name: false, birthDate: true }],
  [
    { lastName: '', birthDate: '' },
    { name: false, birthDate: false },
  ],
])('%o speaks against one person: %o', (change, doubts) => {
  const known = { firstName: 'Ali', lastName: 'Hassan', birthDate: '1971-02-01' }
  expect(doubtsOf(record(known), record({ ...known, ...change }))).toEqual(doubts)
})

test('the older record gives the values, and the other one where it has none', () => {
  const chosen = (choice: 'portrait' | 'tribe' | 'currentCity') =>
    usualChoice(older, younger, choice)
  expect(chosen('currentCity')).toBe('WLD_1')
  expect(chosen('tribe')).toBe('WLD_2')
  expect(chosen('portrait')).toBe('WLD_2')
})

test('what is taken depends on which number stays', () => {
  const chosen = (): string => 'WLD_2'
  expect(takenFrom('WLD_2', ['tribe'], chosen)).toEqual(['tribe'])
  expect(takenFrom('WLD_1', ['tribe'], chosen)).toEqual([])
})

test('the older number stays, unless only the other one can', () => {
  expect(usualStay(older, younger)).toBe('WLD_1')
  const applicant = record({ refusals: ['no-member'] })
  expect(usualStay(applicant, younger)).toBe('WLD_2')
  expect(usualStay(applicant, record({ cardId: 'WLD_2', refusals: ['held'] }))).toBe('WLD_1')
})
