/** Wakes a job of this process when there is work, so that it does not wait for its next run. */
export interface Signal {
  raise(): void
  /** Holds one listener; a later one replaces the earlier. */
  listen(listener: () => void): void
}

export function createSignal(): Signal {
  let heard: (() => void) | undefined
  return {
    raise: () => heard?.(),
    listen(listener) {
      heard = listener
    },
  }
}
