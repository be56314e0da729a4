import { createListeners } from '#shared/listeners.ts'
/** A state that main holds: read once, and again after each message from main that it changed. */
export interface Reading<T> {
  readonly value: T | undefined
  /** The last try was refused; `value` is the last known state. */
  readonly failed: boolean
}

export interface PushedPorts<T> {
  readonly ask: () => Promise<T>
  /** Returns a function that stops listening. */
  readonly listen: (changed: () => void) => () => void
}

export interface Pushed<T> {
  readonly get: () => Reading<T>
  readonly subscribe: (listener: () => void) => () => void
  /** Asks again. One call is open at a time, and one more follows where something changed meanwhile. */
  readonly reread: () => Promise<void>
  /** Sets a value that another channel returned. */
  readonly put: (value: T) => void
}

export function createPushed<T>({ ask, listen }: PushedPorts<T>): Pushed<T> {
  let reading: Reading<T> = { value: undefined, failed: false }
  let flight: Promise<void> | undefined
  let stale = false
  let stop: (() => void) | undefined
  const listeners = createListeners()

  function set(next: Reading<T>): void {
    reading = next
    listeners.call()
  }
  async function read(): Promise<void> {
    do {
      stale = false
      try {
        set({ value: await ask(), failed: false })
      } catch {
        set({ value: reading.value, failed: true })
      }
    } while (stale)
    flight = undefined
  }
  function reread(): Promise<void> {
    stale = flight !== undefined
    return (flight ??= read())
  }

  return {
    get: () => reading,
    reread,
    put: (value) => set({ value, failed: false }),
    subscribe(listener) {
      const remove = listeners.add(listener)
      stop ??= listen(() => void reread())
      if (listeners.count() === 1) void reread()
      return () => {
        remove()
        if (listeners.count() > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
