/** Time comes in as an argument, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }
export const isoNow = (clock: Clock): string => clock.now().toISOString()
export const isoAfter = (clock: Clock, seconds: number): string =>
  new Date(clock.now().getTime() + seconds * 1_000).toISOString()
