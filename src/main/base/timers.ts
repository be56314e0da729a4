/** The clock, passed as an argument so that tests can move it. */
import { uptime } from 'node:os'

export const sinceSystemStartMs = (): number => uptime() * 1_000

export interface Timers {
  readonly now: () => Date
  /** Milliseconds of a monotonic clock, which also counts while the computer sleeps. */
  readonly monotonicMs: () => number
  /** Runs once after this many milliseconds; returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void
}

/**
 * A late result counts as none: the signal stops `work`, and a result after the limit is
 * dropped.
 */
export async function withinLimit<T>(
  { after }: Pick<Timers, 'after'>,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'late'> {
  const abort = new AbortController()
  const late = Promise.withResolvers<'late'>()
  const cancel = after(limitMs, () => {
    late.resolve('late')
    abort.abort(new DOMException('No answer in time', 'TimeoutError'))
  })
  try {
    return await Promise.race([work(abort.signal), late.promise])
  } finally {
    cancel()
  }
}

export const systemTimers: Timers = {
  now: () => new Date(),
  monotonicMs: sinceSystemStartMs,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
