/**
 * Check-ins of other doors on their way to the server: a queue of its own beside that of this computer, so that nothing
 * another door says can hold up or damage what was recorded here.
 */
import type { Outbox } from '../outbox/outbox.ts'
import type { QueueEntry } from '../outbox/queue-index.ts'

/** Numbers that no member has: the quota of this device on the server must not be spent by another door. */
export const UNKNOWN_PER_DOOR_MAX = 20
export const UNKNOWN_MAX = 100

type Carried = Pick<Outbox, 'waiting' | 'eventsWaiting' | 'settle' | 'counts'> & {
  entries(): readonly Readonly<QueueEntry>[]
}

/** What may be sent of the carried check-ins. The others stay here, and their own door sends them. */
export function onlyTrusted(
  carried: Carried,
): Pick<Outbox, 'waiting' | 'eventsWaiting' | 'settle'> {
  let refusedBefore = 0
  let unknownOf: ReadonlyMap<string, number> = new Map()
  const mayCarry = (): ((door: string) => boolean) => {
    const { refused } = carried.counts()
    if (refused !== refusedBefore) {
      refusedBefore = refused
      const counted = new Map<string, number>()
      for (const { checkIn, settled } of carried.entries())
        if (settled?.settlement.result === 'unknown-member')
          counted.set(checkIn.deviceId, (counted.get(checkIn.deviceId) ?? 0) + 1)
      unknownOf = counted
    }
    const all = [...unknownOf.values()].reduce((sum, count) => sum + count, 0)
    return (door) => all < UNKNOWN_MAX && (unknownOf.get(door) ?? 0) < UNKNOWN_PER_DOOR_MAX
  }
  const waiting: Outbox['waiting'] = (eventId, max) => {
    const may = mayCarry()
    return carried
      .waiting(eventId, Number.MAX_SAFE_INTEGER)
      .filter(({ deviceId }) => may(deviceId))
      .slice(0, Math.min(max, UNKNOWN_MAX))
  }
  return {
    waiting,
    eventsWaiting: () =>
      carried.eventsWaiting().filter((eventId) => waiting(eventId, 1).length > 0),
    settle: (settlements) => carried.settle(settlements),
  }
}
