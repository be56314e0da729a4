import { describe, expect, test } from 'vitest'
import { arrangeEvents, placesLeft } from './arrange.ts'
import { eventTimes } from './event-times.ts'

const assembly = { startsAt: '2025-05-03T08:00:00.000Z', endsAt: '2025-05-03T15:00:00.000Z' }
const plain = (text: string | undefined) =>
  text?.replaceAll(/[\u2009\u202f\u00a0]/g, ' ').replaceAll(/[\u200e\u200f\u061c\u2060]/g, '')

describe('times', () => {
  test('are those of Paris, in the reader’s language', () => {
    const en = eventTimes(assembly, 'en', 'Europe/Paris')
    expect(plain(en.date)).toMatch(/^Saturday,? 3 May 2025$/)
    expect(plain(en.hours)).toMatch(/^10:00 ?– ?17:00$/)
    expect(en).toMatchObject({
      day: '3',
      month: 'May',
      weekday: 'Saturday',
      year: '2025',
      ownClock: undefined,
    })
    expect(plain(eventTimes(assembly, 'fr', 'Europe/Paris').date)).toBe('samedi 3 mai 2025')
    const ar = eventTimes(assembly, 'ar', 'Europe/Paris')
    expect(plain(ar.date)).toMatch(/السبت.*3 مايو.*2025/)
    expect(ar.hours).not.toMatch(/[٠-٩]/)
  })
  test('also in the reader’s zone where the clock differs, and only there', () => {
    expect(plain(eventTimes(assembly, 'en', 'America/New_York').ownClock)).toMatch(
      /3 May, 04:00 ?– ?11:00/,
    )
    expect(eventTimes(assembly, 'en', 'Africa/Khartoum').ownClock).toBeUndefined() // 10:00 there as well, in summer
    expect(
      eventTimes(
        { startsAt: '2025-12-03T08:00:00Z', endsAt: '2025-12-03T15:00:00Z' },
        'en',
        'Africa/Khartoum',
      ).ownClock,
    ).toMatch(/10:00/)
  })
  test('of several days name both ends', () => {
    const { date, hours } = eventTimes(
      { startsAt: '2025-05-03T08:00:00Z', endsAt: '2025-05-04T10:00:00Z' },
      'en',
      'Europe/Paris',
    )
    expect(plain(date)).toMatch(/Saturday,? 3 ?(May)? ?– ?Sunday,? 4 May 2025/)
    expect(plain(hours)).toMatch(/3 May, 10:00 ?– ?4 May, 12:00/)
    expect(hours).toContain('\u00a0–\u2060\u00a0') // no line breaks at the dash
    expect(hours).toContain('3\u00a0May') // nor within a date
  })
  test('count the first day of a month as French does', () => {
    expect(
      eventTimes(
        { startsAt: '2026-11-01T08:00:00Z', endsAt: '2026-11-01T15:00:00Z' },
        'fr',
        'Europe/Paris',
      ).date,
    ).toBe('dimanche 1er novembre 2026')
    const overnight = { startsAt: '2026-11-30T21:00:00Z', endsAt: '2026-12-01T01:00:00Z' }
    expect(eventTimes(overnight, 'fr', 'Europe/Paris').hours).toContain('1er\u00a0déc.')
  })
})

test('the next event comes first, the past after it, the latest first', () => {
  const event = (id: string, day: string) => ({
    id,
    startsAt: `${day}T08:00:00Z`,
    endsAt: `${day}T15:00:00Z`,
  })
  const { coming, past } = arrangeEvents(
    [
      event('later', '2026-09-01'),
      event('old', '2024-01-01'),
      event('next', '2026-06-01'),
      event('last', '2025-05-03'),
    ],
    new Date('2026-05-01T00:00:00Z'),
  )
  expect(coming.map(({ id }) => id)).toEqual(['next', 'later'])
  expect(past.map(({ id }) => id)).toEqual(['last', 'old'])
})

test.each([
  [500, 20, 480],
  [500, 500, 0],
  [1, 3, 0],
  [null, 9, undefined],
])('of %s places %i are taken: %s left', (capacity, registeredCount, left) =>
  expect(placesLeft({ capacity, registeredCount })).toBe(left),
)
