import type { EventItem } from '../../platform/calls/content-queries.ts'

type Dated = Pick<EventItem, 'startsAt' | 'endsAt'>

/** The next event first; what is over comes after, the latest first. A cancelled event stands where its date puts it. */
export function arrangeEvents<E extends Dated>(
  events: readonly E[],
  now: Date,
): { readonly coming: readonly E[]; readonly past: readonly E[] } {
  const start = ({ startsAt }: Dated): number => Date.parse(startsAt)
  const isOver = ({ endsAt }: Dated): boolean => Date.parse(endsAt) <= now.getTime()
  return {
    coming: events
      .filter((event) => !isOver(event))
      .toSorted((one, other) => start(one) - start(other)),
    past: events.filter(isOver).toSorted((one, other) => start(other) - start(one)),
  }
}

/** Places that are left; undefined where there is no limit. */
export const placesLeft = ({
  capacity,
  registeredCount,
}: Pick<EventItem, 'capacity' | 'registeredCount'>): number | undefined =>
  capacity === null ? undefined : Math.max(0, capacity - registeredCount)
