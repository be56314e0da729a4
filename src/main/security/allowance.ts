export interface AllowanceOptions {
  readonly max: number
  readonly perMs: number
  /** A clock that nobody can set. */
  readonly monotonicMs: () => number
}

/** What people ask for now and then, and a hostile page without end. The answer says whether it may happen once more, and counts it if so. */
export function createAllowance({ max, perMs, monotonicMs }: AllowanceOptions): () => boolean {
  const taken: number[] = []
  return () => {
    const nowMs = monotonicMs()
    while (taken[0] !== undefined && taken[0] <= nowMs - perMs) taken.shift()
    if (taken.length >= max) return false
    taken.push(nowMs)
    return true
  }
}
