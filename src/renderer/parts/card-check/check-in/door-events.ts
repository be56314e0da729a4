import { areCheckInsOver } from '#shared/domain/check-in-hours.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'

/** Events that staff check in for, now or later: published, and not over for staff. The next one first. */
export function doorEvents<E extends Pick<EventItem, 'id' | 'status' | 'startsAt' | 'endsAt'>>(
  events: readonly E[],
  chosenId: string,
  now: Date,
): readonly E[] {
  return events
    .filter(
      ({ id, status, endsAt }) =>
        id === chosenId ||
        (status !== 'draft' && status !== 'cancelled' && !areCheckInsOver(now, endsAt, 'staff')),
    )
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}
