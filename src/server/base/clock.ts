/** Time comes in as an argument, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }
export const isoNow = (clock: Clock): string => clock.now().toISOString()
export const isoAfter = (clock: Clock, seconds: number): string =>
  new Date(clock.now().getTime() + seconds * 1_000).toISOString()

/**
 * Whether what was kept in memory at `sinceMs` may still be used. What is of the future was kept while the clock was
 * wrong, and would otherwise be used until that time comes.
 */
export const isFresh = (sinceMs: number, nowMs: number, keptMs: number): boolean =>
  sinceMs <= nowMs && nowMs < sinceMs + keptMs
