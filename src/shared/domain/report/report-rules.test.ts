import { describe, expect, test } from 'vitest'
import * as rules from './report-rules.ts'

describe('the state of a report', () => {
  test('is open while it is neither verified nor rejected', () =>
    expect(rules.OPEN_REPORT_STATUSES).toEqual(
      rules.REPORT_STATUSES.filter((status) => status !== 'verified' && status !== 'rejected'),
    ))

  test('has the flag for verified reports only', () =>
    expect(rules.REPORT_STATUSES.filter(rules.isVerified)).toEqual(['verified']))

  test.each([
    ['not verified', { status: 'rejected' }, 'rejected'],
    ['not verified', { verified: true }, 'verified'],
    ['verified', { verified: false }, 'under review'],
    ['verified', {}, 'verified'],
    ['rejected', {}, 'rejected'],
    ['rejected', { verified: false }, 'rejected'],
    ['verified', { verified: true }, 'verified'],
    ['under review', { status: 'under review', verified: true }, 'verified'],
    ['verified', { status: 'verified', verified: false }, 'under review'],
    ['verified', { status: 'rejected', verified: true }, 'rejected'],
    ['not verified', { status: 'rejected', verified: true }, 'rejected'],
  ] as const)('%s, edited with %j, becomes %s', (current, change, next) =>
    expect(rules.nextStatus(current, change)).toBe(next),
  )
})

test.each([
  ['2026-05-10', true],
  ['2026-05-11', false],
  ['1900-01-01', true],
  ['1899-12-31', false],
])('on 2026-05-10, an incident on %s is accepted: %s', (day, accepted) =>
  expect(rules.isIncidentDay(day, '2026-05-10')).toBe(accepted),
)

describe('what the reporter does not know', () => {
  test.each([rules.UNKNOWN, ' unknown ', 'INCONNU', 'مجهول', 'غير معروف'])(
    'is written %j',
    (text) => expect(rules.isUnknown(text)).toBe(true),
  )
  test.each(['Unknown militia', '', '?'])('is not meant by %j', (text) =>
    expect(rules.isUnknown(text)).toBe(false),
  )
})

describe('the map link of a report without one', () => {
  const placeOf = (link: string): string | null => new URL(link).searchParams.get('query')

  test('searches OpenStreetMap for city and country', () => {
    const link = rules.placeSearchLink('El Fasher & Zamzam', 'Sudan')
    expect(link).toMatch(/^https:\/\/www\.openstreetmap\.org\/search\?/)
    expect(placeOf(link)).toBe('El Fasher & Zamzam, Sudan')
  })

  test('keeps 100 characters of a long city and splits none of them', () =>
    expect(placeOf(rules.placeSearchLink('𞤀'.repeat(120), 'Sudan'))).toBe(
      `${'𞤀'.repeat(100)}, Sudan`,
    ))
})

test.each([
  ['https://maps.example/?q=1', true],
  ['http://maps.example/', false],
  ['javascript:alert(1)', false],
  ['https://user@maps.example/', false],
  ['https://:secret@maps.example/', false],
  ['maps.example', false],
  ['', false],
])('%j may be the map link of a report: %s', (text, may) =>
  expect(rules.isHttpsLink(text)).toBe(may),
)
