/**
 * Whether the server is believed to answer fast enough for a door. A scan asks only then; what it finds out is told here.
 * While it is not believed, a small call in the background finds out when it is back.
 */
import type { Timers } from './timers.ts'

export const PROBE_ONLINE_MS = 60_000
export const PROBE_OFFLINE_MS = 5_000
/** An answer later than this is no use at a door. */
export const ANSWER_LIMIT_MS = 1_000

/** `slow`: it answered, too late for a scan to wait for. */
export type Contact = 'fast' | 'slow' | 'none'

export interface Connection {
  state(): 'unknown' | 'online' | 'offline'
  /** A scan got no answer in time. */
  lost(): void
  /** A scan was answered. */
  answered(): void
  /** Asks now, unless it is being asked. */
  probe(): Promise<void>
  stop(): void
}
export interface ConnectionOptions {
  readonly timers: Timers
  /** undefined: there is nobody to ask any more, so nothing is known anew. */
  readonly ask: () => Promise<Contact | undefined>
  readonly onChange: () => void
  /** It answers again. */
  readonly onBack: () => void
}

export function createConnection({ timers, ask, onChange, onBack }: ConnectionOptions): Connection {
  let state: ReturnType<Connection['state']> = 'unknown'
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
