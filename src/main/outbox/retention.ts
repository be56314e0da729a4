/** What of the queue is kept. What is settled is at the server; it stays here only as long as someone may ask. */
import type { Entry } from './queue-index.ts'

const DAY_MS = 86_400_000
export const KEPT_DAYS = 30

/**
 * An event stays whole while something of it waits or its newest check-in is younger than thirty days. Of older events
 * only what the server objected to less than thirty days ago stays: an answer may come late, and is to be seen.
 */
export function entriesToKeep(entries: readonly Entry[], now: Date): readonly Entry[] {
  const limit = now.getTime() - KEPT_DAYS * DAY_MS
  const isYoung = (instant: string): boolean => !(Date.parse(instant) < limit) // what cannot be read is kept
  const liveEvents = new Set(
    entries
      .filter(({ checkIn, settled }) => settled === undefined || isYoung(checkIn.at))
      .map(({ checkIn }) => checkIn.eventId),
  )
  const isObjection = ({ settled }: Entry): boolean =>
    settled !== undefined &&
    ['second', 'unknown-member', 'refused'].includes(settled.settlement.result) &&
    isYoung(settled.settledAt)
  return entries.filter((entry) => liveEvents.has(entry.checkIn.eventId) || isObjection(entry))
}
