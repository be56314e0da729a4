/**
 * What the verification page knows from one visit to the next: a look at another tab must not lose the list of checks.
 * In memory only, for the person who made them, and not for longer than the page may lie unused: it names members.
 */
import type { RecentCheck } from './check-state.ts'

export interface Door {
  readonly recent: readonly RecentCheck[]
  readonly eventId: string
  readonly gate: string
}

/** After this time without a check, a key or a press, the names leave the screen and the memory. */
export const UNUSED_LIMIT_MS = 15 * 60_000
const NOTHING: Door = { recent: [], eventId: '', gate: '' }

interface MemoryPorts {
  /** Card number of whoever is signed in; undefined where nobody is. */
  readonly person: () => string | undefined
  readonly nowMs: () => number
}

export interface DoorMemory {
  /** What the person who is signed in left here, if it was not long ago. */
  readonly take: () => Door
  /** @param owner who was signed in when the page was opened: what they leave is kept for them alone */
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
      // Timers sleep with the computer, so the clock is asked as well.
      if (kept === undefined || kept.owner !== person() || nowMs() - kept.atMs >= UNUSED_LIMIT_MS)
        return NOTHING
      return kept.door
    },
    keep(owner, door) {
      forget()
      // Signing out takes the page away as well: by then nothing may be kept any more.
      if (owner === undefined || owner !== person()) return
      kept = { owner, door, atMs: nowMs() }
      timer = setTimeout(forget, UNUSED_LIMIT_MS)
    },
    forget,
  }
}
