/**
 * Server reach: whether the server responds fast enough for a door. Only then a scan calls it, and
 * reports the result here. Otherwise a small call in the background finds out when it responds
 * again.
 */
import type { Timers } from '../base/timers.ts'

export const PROBE_ONLINE_MS = 60_000
export const PROBE_OFFLINE_MS = 5_000
/** A response later than this is useless at a door. */
export const SCAN_LIMIT_MS = 1_000

/** `slow`: it responded, too late for a scan to wait for. */
export type Contact = 'fast' | 'slow' | 'none'

export interface ServerReach {
  state(): 'unknown' | 'online' | 'offline'
  /** A scan got no response in time. */
  lost(): void
  /** A scan got a response. */
  answered(): void
  /** Calls now, unless a call is under way. */
  probe(): Promise<void>
  stop(): void
}
export interface ServerReachOptions {
  readonly timers: Timers
  /** undefined: there is no server any more, so the state stays. */
  readonly ask: () => Promise<Contact | undefined>
  readonly onChange: () => void
  /** The server responds again. */
  readonly onBack: () => void
}

export function createServerReach({
  timers,
  ask,
  onChange,
  onBack,
}: ServerReachOptions): ServerReach {
  let state: ReturnType<ServerReach['state']> = 'unknown'
  let flight: Promise<void> | undefined
  let stopped = false
  let cancel = (): void => undefined

  const become = (next: 'online' | 'offline'): void => {
    if (stopped || state === next) return
    state = next
    if (next === 'online') onBack()
    onChange()
    plan()
  }
  const plan = (): void => {
    cancel()
    if (!stopped)
      cancel = timers.after(
        state === 'online' ? PROBE_ONLINE_MS : PROBE_OFFLINE_MS,
        () => void probe(),
      )
  }
  const askOnce = async (): Promise<void> => {
    const contact = await ask()
    if (contact !== undefined) become(contact === 'fast' ? 'online' : 'offline')
  }
  const probe = (): Promise<void> =>
    (flight ??= askOnce().finally(() => {
      flight = undefined
      plan()
    }))

  return {
    state: () => state,
    lost: () => become('offline'),
    answered: () => become('online'),
    probe,
    stop() {
      stopped = true
      cancel()
    },
  }
}
