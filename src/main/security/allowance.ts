export interface AllowanceOptions {
  readonly max: number
  readonly perMs: number
  /** A clock that no user can set. */
  readonly monotonicMs: () => number
}

/**
 * Limits actions that users do rarely and a hostile page could repeat without end. Returns whether
 * the action is allowed once more, and counts it if so.
 */
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
