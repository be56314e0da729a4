import { expect, test } from 'vitest'
import { isWithinCheckInHours } from '#shared/domain/check-in-hours.ts'
import { doorEvents, eventForDoor } from './door-events.ts'

const NOW = new Date('2026-05-03T05:00:00Z')
const event = (
  id: string,
  startsAt: string,
  endsAt: string,
  status: 'draft' | 'published' | 'cancelled' = 'published',
) => ({ id, startsAt, endsAt, status })
const EVENTS = [
  event('later', '2026-06-01T08:00:00Z', '2026-06-01T18:00:00Z'),
  event('now', '2026-05-03T08:00:00Z', '2026-05-03T18:00:00Z'),
  event('last-night', '2026-05-02T18:00:00Z', '2026-05-02T23:00:00Z'),
  event('over-for-staff', '2026-05-02T16:00:00Z', '2026-05-02T22:59:59Z'),
  event('long-over', '2026-04-01T08:00:00Z', '2026-04-01T18:00:00Z'),
  event('called-off', '2026-05-03T08:00:00Z', '2026-05-03T18:00:00Z', 'cancelled'),
  event('draft', '2026-05-04T08:00:00Z', '2026-05-04T18:00:00Z', 'draft'),
]

test('offers published events that are not long over, in order of time', () => {
  expect(doorEvents(EVENTS, '', NOW).map(({ id }) => id)).toEqual(['last-night', 'now', 'later'])
})

test('keeps the event that an address named, in whatever state it is', () => {
  expect(doorEvents(EVENTS, 'long-over', NOW).map(({ id }) => id)).toEqual([
    'long-over',
    'last-night',
    'now',
    'later',
  ])
})

test.each([
  ['2026-05-03T05:00:00Z', true],
  ['2026-05-03T05:00:01Z', false],
])('at %s the server takes check-ins of staff, and the event is offered: %s', (at, open) => {
  const one = event('last-night', '2026-05-02T18:00:00Z', '2026-05-02T23:00:00Z')
  expect(isWithinCheckInHours(at, one, 'staff')).toBe(open)
  expect(doorEvents([one], '', new Date(at))).toHaveLength(open ? 1 : 0)
})

const ALSO_NOW = event('also-now', '2026-05-03T09:00:00Z', '2026-05-03T12:00:00Z')
test.each<[string, string[], string, string]>([
  ['the only one that is open', ['now', 'later', 'long-over', 'called-off'], '', 'now'],
  ['none, where two are open', ['now', 'also-now'], '', ''],
  ['of two the one of this device', ['now', 'also-now'], 'also-now', 'also-now'],
  [
    'the open one, where this device remembers one that is over',
    ['now', 'long-over'],
    'long-over',
    'now',
  ],
  ['the open one, where this device remembers a later one', ['now', 'later'], 'later', 'now'],
  ['the later one of this device, where none is open', ['later'], 'later', 'later'],
  ['none, where none is open', ['later', 'draft', 'called-off'], '', ''],
])('without a choice the event of the check-ins is %s', (_what, ids, kept, chosen) => {
  const events = [...EVENTS, ALSO_NOW].filter(({ id }) => ids.includes(id))
  expect(eventForDoor(events, kept, NOW)).toBe(chosen)
})
