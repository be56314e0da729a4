/** Renewed after a third of the time, and only while the reviewer is active. */
const QUIET_MS = 5 * 60_000

interface Moment {
  readonly now: number
  readonly until: number
  /** When the last key or pointer moved. */
  readonly lastSign: number
  readonly ttlMs: number
}

export const shouldRenew = ({ now, until, lastSign, ttlMs }: Moment): boolean =>
  until - now < (ttlMs * 2) / 3 && now - lastSign < QUIET_MS
