/** Tells a job of this process that there is work, so that it need not wait for its next look. */
export interface Signal {
  raise(): void
  /** One listener is enough here; a later one takes the place of the earlier. */
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
