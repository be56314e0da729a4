/** Locks a kiosk that nobody uses. */
import { KIOSK_IDLE_LOCK_MS } from '#shared/domain/kiosk-rules.ts'
import type { Timers } from './timers.ts'

export interface IdleLock {
  /** Somebody is there. False when that comes too late: a computer that slept kept no time, but its clock went on. */
  touched(): boolean
  /** Starts anew, after an unlock. */
  restart(): void
  stop(): void
}

export function createIdleLock(
  { now, after }: Pick<Timers, 'now' | 'after'>,
  onIdle: () => void,
): IdleLock {
  let lastMs = now().getTime()
  let cancel = (): void => undefined
  const restart = (): void => {
    lastMs = now().getTime()
    cancel()
    cancel = after(KIOSK_IDLE_LOCK_MS, onIdle)
  }
  return {
    touched() {
      if (now().getTime() - lastMs < KIOSK_IDLE_LOCK_MS) {
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
