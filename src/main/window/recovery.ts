/** After a crash of the interface: reloads it automatically, a limited number of times. */
import type { RenderProcessGoneDetails } from 'electron'

export type GoneReason = RenderProcessGoneDetails['reason']
export type Recovery = 'ignore' | 'reload' | 'ask'

export const MAX_ATTEMPTS = 3
export const ATTEMPT_WINDOW_MS = 60_000

export interface RecoveryQuestion {
  readonly reason: GoneReason
  /** Reloads within the last minute. */
  readonly attemptsInWindow: number
}

export function decideRecovery({ reason, attemptsInWindow }: RecoveryQuestion): Recovery {
  switch (reason) {
    case 'clean-exit':
      return 'ignore'
    // Damaged files or no process at all: an automatic retry only hides the fault.
    case 'integrity-failure':
    case 'launch-failed':
      return 'ask'
    default:
      return attemptsInWindow < MAX_ATTEMPTS ? 'reload' : 'ask'
  }
}

/** Counts attempts that are younger than the window. */
export function createAttemptCounter(now: () => number): {
  count(): number
  add(): void
  clear(): void
} {
  let attempts: number[] = []
  return {
    count() {
      attempts = attempts.filter((at) => now() - at < ATTEMPT_WINDOW_MS)
      return attempts.length
    },
    add: () => void attempts.push(now()),
    clear() {
      attempts = []
    },
  }
}
