/** When people are checked in at an event, the same for the server and the interface. */
import { DAY_MS, HOUR_MS } from './units.ts'

/**
 * The doors open on the day; lists on paper are entered in the evening. A door without a network sends what it recorded
 * when it has one again, which may be on the next day.
 */
export const CHECK_IN_HOURS = { before: 12, afterForStaff: 6, afterForDoors: 24 } as const

export interface EventTimes {
  readonly startsAt: string
  readonly endsAt: string
}

type CheckedInBy = 'staff' | 'door'

export const areCheckInsOver = (
  now: Date,
  endsAt: EventTimes['endsAt'],
  by: CheckedInBy,
): boolean => {
  const after = by === 'staff' ? CHECK_IN_HOURS.afterForStaff : CHECK_IN_HOURS.afterForDoors
  return now.getTime() > Date.parse(endsAt) + after * HOUR_MS
}

/** @param instant ISO instant */
export function isWithinCheckInHours(
  instant: string,
  { startsAt, endsAt }: EventTimes,
  by: CheckedInBy,
): boolean {
  const at = new Date(instant)
  return (
    at.getTime() >= Date.parse(startsAt) - CHECK_IN_HOURS.before * HOUR_MS &&
    !areCheckInsOver(at, endsAt, by)
  )
}

/**
 * When door staff see who comes: they prepare the evening before, and look at it the day after.
 */
export const isNearEvent = (now: Date, { startsAt, endsAt }: EventTimes): boolean =>
  Date.parse(startsAt) - DAY_MS <= now.getTime() && now.getTime() <= Date.parse(endsAt) + DAY_MS
