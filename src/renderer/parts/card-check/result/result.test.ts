import { expect, test } from 'vitest'
import { VERDICTS } from '#shared/domain/card/verdict.ts'
import { type Judged, JUST_ADMITTED_MS, type Result, resultOf } from './result.ts'

const AT = '2026-05-03T17:04:00.000Z'
const NOW_MS = Date.parse(AT) + 5_000
const recorded = { kind: 'recorded', id: 'a', at: AT } as const
const before = (here: boolean, agoMs = 5_000) =>
  ({ kind: 'before', at: new Date(NOW_MS - agoMs).toISOString(), gate: 'North', here }) as const
const judged = (wish: Partial<Judged>): Judged => ({
  verdict: 'VALID',
  reason: 'signed',
  source: 'online',
  photoUrl: '/face',
  checkIn: recorded,
  ...wish,
})

test.each<[string, Partial<Judged>, Result]>([
  ['a good card whose check-in is on the disk', {}, 'VALID'],
  ['a good card without a check-in', { checkIn: { kind: 'none' } }, 'checked'],
  ['a card without a seal', { reason: 'unsigned' }, 'look'],
  ['a card with older details', { reason: 'details-changed' }, 'look'],
  [
    'older details, before the check-in',
    { reason: 'details-changed', checkIn: { kind: 'none' } },
    'look',
  ],
  ['a member without a photo', { photoUrl: null }, 'noPhoto'],
  [
    'no photo and older details: a document proves more than a look',
    { photoUrl: null, reason: 'details-changed' },
    'noPhoto',
  ],
  ['a good card offline, where no photo can be', { photoUrl: null, source: 'offline' }, 'offline'],
  ['a card that came in at another door', { checkIn: before(false) }, 'again'],
  ['a card that came in here some seconds ago', { checkIn: before(true) }, 'just'],
  ['its number, typed', { reason: 'by-id', checkIn: before(true) }, 'again'],
  ['the same, offline', { checkIn: before(true), photoUrl: null, source: 'offline' }, 'just'],
  [
    'a card that came in here half a minute ago',
    { checkIn: before(true, JUST_ADMITTED_MS) },
    'again',
  ],
  [
    'a card that comes in here later, by a clock that was set back',
    { checkIn: before(true, -1) },
    'again',
  ],
  [
    'a check-in that was not saved, without a photo',
    { photoUrl: null, checkIn: { kind: 'not-saved', fault: 'disk' } },
    'notSaved',
  ],
])('the screen has the right result for %s', (_case, wish, expected) =>
  expect(resultOf(judged(wish), NOW_MS)).toBe(expected),
)

test.each(VERDICTS.filter((verdict) => verdict !== 'VALID'))(
  '%s stays what it is, whatever is said of a check-in',
  (verdict) => {
    for (const checkIn of [recorded, before(true), { kind: 'none' } as const])
      expect(resultOf(judged({ verdict, checkIn }), NOW_MS)).toBe(verdict)
  },
)
