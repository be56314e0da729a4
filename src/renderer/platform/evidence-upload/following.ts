/** A signal that ends with any of `signals`. Not `AbortSignal.any`: phones of three years ago do not have it. */
export function following(...signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal
  readonly abort: () => void
  readonly end: () => void
} {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of signals) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  }
  return {
    signal: stop.signal,
    abort,
    end: () => {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}
