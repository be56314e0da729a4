/** Locks a kiosk that is not in use. */
import type { Timers } from '../base/timers.ts'

export interface IdleLock {
  /**
   * The kiosk is in use. Returns false when the time is already over: timers stop while a computer
   * sleeps, but the clock continues.
   */
  touched(): boolean
  /** Restarts the time, after an unlock. */
  restart(): void
  stop(): void
}

export function createIdleLock(
  { now, after }: Pick<Timers, 'now' | 'after'>,
  lockAfterMs: number,
  onIdle: () => void,
): IdleLock {
  let lastMs = now().getTime()
  let cancel = (): void => undefined
  const restart = (): void => {
    lastMs = now().getTime()
    cancel()
    cancel = after(lockAfterMs, onIdle)
  }
  return {
    touched() {
      if (now().getTime() - lastMs < lockAfterMs) {
        restart()
        return true
      }
      cancel()
      onIdle()
      return false
    },
    restart,
    stop: () => cancel(),
  }
}
