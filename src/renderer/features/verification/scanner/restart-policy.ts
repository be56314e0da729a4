const WINDOW_MS = 60_000
const MOST_CRASHES_IN_WINDOW = 5
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

export type RestartDecision =
  | { readonly kind: 'restart'; readonly delayMs: number }
  | { readonly kind: 'give-up' }

/**
 * `crashesMs`: when the worker crashed, the present crash included. Each wait is twice as long; after the limit it
 * stops.
 */
export function decideRestart(crashesMs: readonly number[], nowMs: number): RestartDecision {
  const recent = crashesMs.filter((crashMs) => nowMs - crashMs < WINDOW_MS).length
  if (recent > MOST_CRASHES_IN_WINDOW) return { kind: 'give-up' }
  return {
    kind: 'restart',
    delayMs: Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, recent - 1)),
  }
}
