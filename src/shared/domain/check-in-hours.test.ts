import { expect, test } from 'vitest'
import { isWithinCheckInHours } from './check-in-hours.ts'

const event = { startsAt: '2026-05-03T14:00:00.000Z', endsAt: '2026-05-03T18:00:00.000Z' }

test.each([
  ['2026-05-03T01:59:59.999Z', false, false],
  ['2026-05-03T02:00:00.000Z', true, true],
  ['2026-05-03T16:00:00.000Z', true, true],
  ['2026-05-04T00:00:00.000Z', true, true],
  ['2026-05-04T00:00:00.001Z', false, true],
  ['2026-05-04T18:00:00.000Z', false, true],
  ['2026-05-04T18:00:00.001Z', false, false],
])('at %s staff check in: %s; what a door says of this time is usual: %s', (at, staff, door) => {
  expect(isWithinCheckInHours(at, event, 'staff')).toBe(staff)
  expect(isWithinCheckInHours(at, event, 'door')).toBe(door)
})
