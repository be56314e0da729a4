import type { DoorsState } from '#shared/contract/desktop/doors.ts'
/** Which notice stands above the scanner, of all that are true at the moment. Pure. */
import type { KioskState, OfflineState, QueueState } from '#shared/contract/desktop/ipc-desktop.ts'

/** What is known at the moment; undefined where main has not replied yet. */
export interface NoticeFacts {
  readonly kiosk: Pick<KioskState, 'token' | 'connection' | 'checkedIn' | 'capacity'>
  readonly queue: Pick<QueueState, 'problem'> | undefined
  readonly offline:
    | Pick<OfflineState, 'clockWrong' | 'hasKeys' | 'listIssuedAt' | 'tooOld'>
    | undefined
  readonly doors: (Pick<DoorsState, 'fault'> & { readonly doubles: readonly unknown[] }) | undefined
}

/** From the one that counts most. */
const NOTICES = {
  // No person who enters now is recorded.
  'disk-full': { tone: 'stop', holds: ({ queue }) => queue?.problem === 'disk-full' },
  disk: { tone: 'stop', holds: ({ queue }) => queue?.problem === 'disk' },
  revoked: { tone: 'stop', holds: ({ kiosk }) => kiosk.token === 'revoked' },
  expired: { tone: 'stop', holds: ({ kiosk }) => kiosk.token === 'expired' },
  noList: {
    tone: 'danger',
    holds: ({ kiosk, offline }) =>
      kiosk.connection === 'offline' &&
      offline !== undefined &&
      (!offline.hasKeys || offline.listIssuedAt === null),
  },
  oldList: {
    tone: 'danger',
    holds: ({ kiosk, offline }) =>
      kiosk.connection === 'offline' && offline?.tooOld === true && offline.listIssuedAt !== null,
  },
  full: {
    tone: 'danger',
    holds: ({ kiosk: { checkedIn, capacity } }) =>
      checkedIn !== null && capacity !== null && checkedIn >= capacity,
  },
  damaged: { tone: 'danger', holds: ({ queue }) => queue?.problem === 'damaged' },
  doubles: { tone: 'warning', holds: ({ doors }) => (doors?.doubles.length ?? 0) > 0 },
  split: { tone: 'warning', holds: ({ doors }) => doors?.fault === 'split' },
  clock: { tone: 'warning', holds: ({ offline }) => offline?.clockWrong === true },
  network: { tone: 'warning', holds: ({ doors }) => doors?.fault === 'network' },
} as const satisfies Record<
  string,
  {
    readonly tone: 'stop' | 'danger' | 'warning'
    readonly holds: (facts: NoticeFacts) => boolean
  }
>
export type NoticeName = keyof typeof NOTICES
export const toneOf = (name: NoticeName) => NOTICES[name].tone

/**
 * The notices that staff turn over one by one. While no entry can be recorded, that one stands alone: nothing else is
 * worth their attention.
 */
export function noticesOf(facts: NoticeFacts): readonly NoticeName[] {
  const held = (Object.keys(NOTICES) as NoticeName[]).filter((name) => NOTICES[name].holds(facts)) // the keys of the table are its type
  const [first] = held
  return first !== undefined && toneOf(first) === 'stop' ? [first] : held
}
