import { areCheckInsOver, isWithinCheckInHours } from '#shared/domain/check-in-hours.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'

type DoorEvent = Pick<EventItem, 'id' | 'status' | 'startsAt' | 'endsAt'>

/**
 * The event of the check-ins where the user has not chosen one; '' for none. The only one that is open now, unless the door
 * of this device is another open one. Of two open events none is the likelier one.
 * @param keptId the event of the door that this device remembers, or ''
 */
export function eventForDoor(events: readonly DoorEvent[], keptId: string, now: Date): string {
  const offered = doorEvents(events, '', now)
  const open = offered.filter((event) => isWithinCheckInHours(now.toISOString(), event, 'staff'))
  const isKept = ({ id }: DoorEvent): boolean => id === keptId
  const only = open.length === 1 ? open[0] : offered.find(isKept)
  return (open.find(isKept) ?? only)?.id ?? ''
}

/** Events that staff check in for, now or later: published, and not over for staff. The next one first. */
export function doorEvents<E extends DoorEvent>(
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
