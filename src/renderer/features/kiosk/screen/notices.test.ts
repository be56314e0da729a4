import { expect, test } from 'vitest'
import { type NoticeFacts, type NoticeName, noticesOf } from './notices.ts'

const CALM: NoticeFacts = {
  kiosk: { token: 'good', connection: 'online', checkedIn: 342, capacity: 600 },
  queue: { problem: 'none' },
  offline: {
    clockWrong: false,
    hasKeys: true,
    listIssuedAt: '2026-11-21T08:00:00Z',
    tooOld: false,
  },
  doors: { fault: 'none', doubles: [] },
}
const kiosk = (wish: Partial<NoticeFacts['kiosk']>): Partial<NoticeFacts> => ({
  kiosk: { ...CALM.kiosk, ...wish },
})
const list = (wish: Partial<NonNullable<NoticeFacts['offline']>>): Partial<NoticeFacts> => ({
  offline: { ...CALM.offline, ...wish } as NoticeFacts['offline'], // all fields stand in CALM
})

test.each<readonly [string, Partial<NoticeFacts>, readonly NoticeName[]]>([
  ['nothing is wrong', {}, []],
  ['nothing is known yet', { queue: undefined, offline: undefined, doors: undefined }, []],
  ['check-ins wait without a network', { queue: { problem: 'offline' } }, []],
  ['the disk is full', { queue: { problem: 'disk-full' } }, ['disk-full']],
  ['the time is over', kiosk({ token: 'expired' }), ['expired']],
  ['the file is damaged', { queue: { problem: 'damaged' } }, ['damaged']],
  ['all places are taken', kiosk({ checkedIn: 600 }), ['full']],
  ['more than all places are taken', kiosk({ checkedIn: 601 }), ['full']],
  ['one place is left', kiosk({ checkedIn: 599 }), []],
  ['an event without a limit', kiosk({ checkedIn: 600, capacity: null }), []],
  ['the list is old while the server replies', list({ tooOld: true }), []],
  [
    'the list is old offline',
    { ...kiosk({ connection: 'offline' }), ...list({ tooOld: true }) },
    ['oldList'],
  ],
  [
    'no list offline is one notice',
    { ...kiosk({ connection: 'offline' }), ...list({ tooOld: true, listIssuedAt: null }) },
    ['noList'],
  ],
  ['the clock is wrong', list({ clockWrong: true }), ['clock']],
  [
    'doors: a card twice and no network',
    { doors: { fault: 'network', doubles: [1] } },
    ['doubles', 'network'],
  ],
  [
    'doors: they trust different doors',
    { doors: { fault: 'split', doubles: [1] } },
    ['doubles', 'split'],
  ],
  [
    'the gravest stands first, the others wait',
    { ...kiosk({ checkedIn: 600 }), ...list({ clockWrong: true }), queue: { problem: 'damaged' } },
    ['full', 'damaged', 'clock'],
  ],
  [
    'a stop stands alone',
    {
      ...kiosk({ checkedIn: 600, token: 'revoked' }),
      ...list({ clockWrong: true }),
      queue: { problem: 'disk' },
      doors: { fault: 'network', doubles: [1] },
    },
    ['disk'],
  ],
])('the notices are right where %s', (_state, change, expected) =>
  expect(noticesOf({ ...CALM, ...change })).toEqual(expected),
)
