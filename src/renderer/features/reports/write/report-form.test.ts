import { expect, test } from 'vitest'
import { createReport } from '#shared/contract/reports.ts'
import { isBlank, NO_WORDS, WORD_FIELDS, wordFaults, wordsToSend, type ReportWords } from './report-form.ts'

const whole: ReportWords = {
  type: 'War crimes', country: 'SD', city: ' Nyala ', googleMapLink: 'https://osm.example/1', description: 'What was seen', actor: 'Armed group',
  actorName: 'Unknown', actorDesc: 'In uniform', actorAccount: 'None', victim: 'Civilians',
}

test('every field of the specification is asked for', () => {
  expect(Object.keys(wordFaults({ ...NO_WORDS, country: '' }))).toEqual([...WORD_FIELDS])
  expect(wordFaults(whole)).toEqual({})
  expect(isBlank(NO_WORDS)).toBe(true)
  expect(isBlank({ ...NO_WORDS, city: 'x' })).toBe(false)
})

test.each(['http://a.example', 'javascript:alert(1)', 'maps', 'https://user:word@a.example'])('%s is no link', (googleMapLink) => {
  expect(wordFaults({ ...whole, googleMapLink })).toEqual({ googleMapLink: 'link' })
})

test('only what somebody changed is looked at, where that is wanted', () => {
  expect(wordFaults({ ...whole, country: '', city: '' }, ['city'])).toEqual({ city: 'required' })
  expect(wordFaults({ ...whole, victim: 'x'.repeat(301) })).toEqual({ victim: 'tooLong' })
})

test('what is sent is what the call wants', () => {
  const body = wordsToSend(whole)
  expect(body).toMatchObject({ country: 'Sudan', city: 'Nyala' })
  expect(createReport.request.body.safeParse({ ...body, evidenceList: [] }).success).toBe(true)
})
