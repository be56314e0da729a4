/**
 * A gate for work that is heavy on processor or memory: a few tasks at a time, a bounded queue, and
 * `busy` beyond it. Holders take turns, so that one who sends much waits for the others and not they
 * for it.
 */
export type Gated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'busy' }

export interface WorkGate {
  /** @param holder whom the work is for: a member or a network; all are one where it is left out */
  pass<T>(work: () => Promise<T>, holder?: string): Promise<Gated<T>>
}

export interface GateLimits {
  readonly atOnce: number
  readonly queueMax: number
  /** How many of the queue one holder may fill; all, where left out. */
  readonly holderMax?: number
}

export function createWorkGate({ atOnce, queueMax, holderMax = queueMax }: GateLimits): WorkGate {
  let running = 0
  let queued = 0
  /** The holder whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const release = (): void => {
    const [first] = waiting
    if (first === undefined) {
      running -= 1
      return
    }
    const [holder, [next, ...others]] = first
    waiting.delete(holder)
    if (others.length > 0) waiting.set(holder, others) // behind all others
    queued -= 1
    next?.() // the slot passes to the next task, so `running` does not change
  }
  return {
    async pass(work, holder = '') {
      if (running >= atOnce) {
        const own = waiting.get(holder) ?? []
        if (queued >= queueMax || own.length >= holderMax) return { ok: false, reason: 'busy' }
        queued += 1
        await new Promise<void>((resolve) => void waiting.set(holder, [...own, resolve]))
      } else running += 1
      try {
        return { ok: true, value: await work() }
      } finally {
        release()
      }
    },
  }
}

/** Memory that all uploads, or all replies, may use at a time, in bytes. */
export interface ByteBudget {
  /** Returns false when there is no room; nothing is reserved then. */
  take(bytes: number): boolean
  giveBack(bytes: number): void
}

export interface SharedBudget extends ByteBudget {
  /** The same memory, limited to a quarter for this holder, so that no holder takes all of it. */
  shareOf(holder: string): ByteBudget
}

const SHARE_OF_ONE_HOLDER = 1 / 4

export function createByteBudget(max: number): SharedBudget {
  let held = 0
  const shares = new Map<string, number>()
  const take = (bytes: number): boolean => {
    if (held + bytes > max) return false
    held += bytes
    return true
  }
  const giveBack = (bytes: number): void => void (held -= bytes)
  return {
    take,
    giveBack,
    shareOf: (holder) => ({
      take(bytes) {
        const own = (shares.get(holder) ?? 0) + bytes
        if (own > max * SHARE_OF_ONE_HOLDER || !take(bytes)) return false
        shares.set(holder, own)
        return true
      },
      giveBack(bytes) {
        giveBack(bytes)
        const own = (shares.get(holder) ?? 0) - bytes
        if (own > 0) shares.set(holder, own)
        else shares.delete(holder)
      },
    }),
  }
}
