/**
 * What the verification page keeps from one visit to the next, so that a look at another tab does not lose the list of
 * checks. In memory only, for the same user, and not longer than the page may stay unused: the list names members.
 */
import type { RecentCheck } from './check-state.ts'

export interface Door {
  readonly recent: readonly RecentCheck[]
  /** '' where the user chose no event; undefined where nothing is chosen yet. */
  readonly eventId: string | undefined
  /** undefined: not typed yet. */
  readonly gate: string | undefined
}

/** After this time without a check, a key or a press, the names are removed from the screen and from memory. */
export const UNUSED_LIMIT_MS = 15 * 60_000
const NOTHING: Door = { recent: [], eventId: undefined, gate: undefined }

interface MemoryPorts {
  /** Card number of the signed-in user; undefined for a visitor. */
  readonly person: () => string | undefined
  readonly nowMs: () => number
}

export interface DoorMemory {
  /** What the signed-in user left here, if the time limit has not passed. */
  readonly take: () => Door
  /** @param owner the user who opened the page: the state is kept for this user alone */
  readonly keep: (owner: string | undefined, door: Door) => void
  readonly forget: () => void
}

export function createDoorMemory({ person, nowMs }: MemoryPorts): DoorMemory {
  let kept: { readonly owner: string; readonly door: Door; readonly atMs: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function forget(): void {
    kept = undefined
    clearTimeout(timer)
  }
  return {
    take() {
      // Timers stop while the computer sleeps, so the clock is compared as well.
      if (kept === undefined || kept.owner !== person() || nowMs() - kept.atMs >= UNUSED_LIMIT_MS)
        return NOTHING
      return kept.door
    },
    keep(owner, door) {
      forget()
      // Signing out removes the page too: then nothing may be kept.
      if (owner === undefined || owner !== person()) return
      kept = { owner, door, atMs: nowMs() }
      timer = setTimeout(forget, UNUSED_LIMIT_MS)
    },
    forget,
  }
}
