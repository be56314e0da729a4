/**
 * A gate for work that is heavy on processor or memory: a few tasks at a time, a bounded queue, and
 * `busy` beyond it.
 */
export type Gated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'busy' }

export interface WorkGate {
  pass<T>(work: () => Promise<T>): Promise<Gated<T>>
}

export function createWorkGate({
  atOnce,
  queueMax,
}: {
  readonly atOnce: number
  readonly queueMax: number
}): WorkGate {
  let running = 0
  const waiting: (() => void)[] = []
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next() // the slot passes to the next task, so `running` does not change
  }
  return {
    async pass(work) {
      if (running >= atOnce) {
        if (waiting.length >= queueMax) return { ok: false, reason: 'busy' }
        await new Promise<void>((resolve) => waiting.push(resolve))
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
