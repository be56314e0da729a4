import type { EventItem } from '../../../platform/calls/content-queries.ts'

const DAY_MS = 86_400_000

/** Events that a door may check in for now: published, and not over for more than a day. The next one first. */
export function doorEvents<E extends Pick<EventItem, 'id' | 'status' | 'startsAt' | 'endsAt'>>(
  events: readonly E[],
  chosenId: string,
  now: Date,
): readonly E[] {
  return events
    .filter(
      ({ id, status, endsAt }) =>
        id === chosenId ||
        (status !== 'draft' &&
          status !== 'cancelled' &&
          Date.parse(endsAt) > now.getTime() - DAY_MS),
    )
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}
