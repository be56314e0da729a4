/**
 * Quotas that are known to be used up, for a second: a caller who calls on and on is refused without
 * a write to the database for each call.
 */
import type { Clock } from '../../clock.ts'

const KNOWN_MS = 1_000
/** Some 100 bytes each. */
const KNOWN_MAX = 10_000

export interface UsedUp {
  /** Seconds to wait; undefined where the quota is not known to be used up. */
  look(key: string): number | undefined
  note(key: string, retryAfterS: number): void
}

export function createUsedUp(clock: Clock): UsedUp {
  const known = new Map<string, { readonly untilMs: number; readonly windowEndMs: number }>()
  return {
    look(key) {
      const found = known.get(key)
      if (found === undefined) return undefined
      const nowMs = clock.now().getTime()
      if (nowMs < found.untilMs && nowMs < found.windowEndMs)
        return Math.ceil((found.windowEndMs - nowMs) / 1_000)
      known.delete(key)
      return undefined
    },
    note(key, retryAfterS) {
      if (known.size >= KNOWN_MAX) known.clear()
      const nowMs = clock.now().getTime()
      known.set(key, { untilMs: nowMs + KNOWN_MS, windowEndMs: nowMs + retryAfterS * 1_000 })
    },
  }
}
