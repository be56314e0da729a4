/** Time that moves only when a test moves it. */
import type { Timers } from '../../src/main/base/timers.ts'

/** Waits until every promise that can settle by itself has settled. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve)) // oxlint-disable-line no-await-in-loop -- one turn after the other
}

export interface MovedTimers extends Timers {
  /** Lets time pass and runs the due timers in order. */
  pass(ms: number): Promise<void>
  /** Changes the clock of the computer by this much; no time passes. */
  setClock(byMs: number): void
}

export function movedTimers(start = '2026-11-21T09:00:00.000Z'): MovedTimers {
  let monotonic = 0
  let clockMs = Date.parse(start)
  const due = new Set<{ readonly atMs: number; readonly run: () => void }>()
  return {
    now: () => new Date(clockMs),
    monotonicMs: () => monotonic,
    after(delayMs, run) {
      const timer = { atMs: monotonic + delayMs, run }
      due.add(timer)
      return () => void due.delete(timer)
    },
    async pass(ms) {
      const endMs = monotonic + ms
      await settle()
      for (;;) {
        const [next] = [...due]
          .filter(({ atMs }) => atMs <= endMs)
          .toSorted((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        clockMs += next.atMs - monotonic
        monotonic = next.atMs
        due.delete(next)
        next.run()
        await settle() // oxlint-disable-line no-await-in-loop -- one timer after the other
      }
      clockMs += endMs - monotonic
      monotonic = endMs
    },
    setClock(byMs) {
      clockMs += byMs
    },
  }
}
