import { expect, test } from 'vitest'
import { createReport } from '#shared/contract/reports.ts'
import {
  isBlank,
  isLacking,
  NO_WORDS,
  today,
  UNSAID_FIELDS,
  WORD_FIELDS,
  withUnsaid,
  wordFaults,
  wordsToSend,
  type ReportWords,
} from './report-form.ts'

const whole: ReportWords = {
  type: 'War crimes',
  country: 'SD',
  city: ' Nyala ',
  googleMapLink: 'https://osm.example/1',
  description: 'What was seen',
  actor: 'Armed group',
  actorName: 'Unknown',
  actorDesc: 'In uniform',
  actorAccount: 'None',
  victim: 'Civilians',
  incidentDate: '',
}

test('every field of the specification is asked for', () => {
  expect(Object.keys(wordFaults({ ...NO_WORDS, country: '' }))).toEqual(
    WORD_FIELDS.filter((field) => field !== 'incidentDate'),
  )
  expect(wordFaults(whole)).toEqual({})
  expect(isBlank(NO_WORDS)).toBe(true)
  expect(isBlank({ ...NO_WORDS, city: 'x' })).toBe(false)
})

test('a field that is written wrongly is not missing', () => {
  expect(isLacking(wordFaults({ ...whole, city: '' }))).toBe(true)
  expect(isLacking(wordFaults({ ...whole, googleMapLink: 'maps' }))).toBe(false)
})

test.each(['http://a.example', 'javascript:alert(1)', 'maps', 'https://user:word@a.example'])(
  '%s is no link',
  (googleMapLink) => {
    expect(wordFaults({ ...whole, googleMapLink })).toEqual({ googleMapLink: 'link' })
  },
)

test('only changed fields are checked, where the caller asks for that', () => {
  expect(wordFaults({ ...whole, country: '', city: '' }, ['city'])).toEqual({
    city: 'missing.city',
  })
  expect(wordFaults({ ...whole, victim: 'x'.repeat(301) })).toEqual({ victim: 'tooLong' })
})

test('the form is sent in the shape of the call', () => {
  const body = wordsToSend(whole)
  expect(body).toMatchObject({ country: 'Sudan', city: 'Nyala' })
  expect(createReport.request.body.safeParse({ ...body, evidenceList: [] }).success).toBe(true)
})

test('unknown fields are sent as the call requires, without what was typed before', () => {
  const words = withUnsaid({ ...whole, actorName: 'Typed before' }, UNSAID_FIELDS)
  expect(words).toMatchObject({
    actor: 'Unknown',
    actorName: 'Unknown',
    actorDesc: 'Unknown',
    actorAccount: 'Unknown',
    victim: 'Civilians',
  })
  expect(words.googleMapLink).toBe('https://www.openstreetmap.org/search?query=Nyala%2C+Sudan')
  expect(withUnsaid(whole, [])).toEqual(whole)
  expect(
    createReport.request.body.safeParse({ ...wordsToSend(words), evidenceList: [] }).success,
  ).toBe(true)
})

test('without a map link the longest name of a place in any script is no fault of the link', () => {
  const city = '😀'.repeat(150)
  expect(wordFaults(withUnsaid({ ...whole, city }, ['googleMapLink']))).toEqual({})
})

test.each([
  ['', undefined],
  [today(), undefined],
  ['1900-01-01', undefined],
  ['1899-12-31', 'day'],
  ['2999-01-01', 'day'],
] as const)('incident on %j', (incidentDate, fault) => {
  expect(wordFaults({ ...whole, incidentDate }).incidentDate).toBe(fault)
})

test('an unknown day is sent as none', () => {
  expect(wordsToSend(whole).incidentDate).toBeNull()
  expect(wordsToSend({ ...whole, incidentDate: '2025-03-01' }).incidentDate).toBe('2025-03-01')
})
