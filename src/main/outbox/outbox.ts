/** The interface of the queue of check-ins for the rest of main; opened by `open-outbox.ts`. */
import type { QueuedCheckIn, QueueState } from '#shared/contract/desktop/ipc-desktop.ts'

export interface NewCheckIn {
  /** Made here, so that a repeated request counts once. */
  readonly id: string
  readonly eventId: string
  readonly cardId: string
  readonly gate: string
  readonly deviceId: string
  /** Instant by the clock of this computer. */
  readonly at: string
}
export interface StoredCheckIn extends NewCheckIn {
  /** Grows by one with each check-in of this device, over restarts as well. */
  readonly sequence: number
  /** This computer's clock minus the server's as it was known when the card was scanned, in milliseconds. */
  readonly clockOffMs?: number
}
/** `refused`: the server rejects this entry and accepts others. */
type SettledAs = 'recorded' | 'known' | 'second' | 'unknown-member' | 'refused'
export interface Settlement {
  readonly id: string
  readonly result: SettledAs
  readonly first: { readonly at: string; readonly gate: string } | null
}
export type DiskFault = 'disk-full' | 'disk'
export type AppendResult =
  | { readonly ok: true; readonly checkIn: StoredCheckIn }
  | { readonly ok: false; readonly fault: DiskFault }
export type SettleResult = { readonly ok: true } | { readonly ok: false; readonly fault: DiskFault }

export interface Outbox {
  /**
   * Resolves with `ok` only when the record is on the disk (fsync). For a known id it returns the
   * existing check-in.
   */
  append(checkIn: NewCheckIn): Promise<AppendResult>
  /**
   * The first check-in of this card at this event that this device knows; one that the server did
   * not record does not count.
   */
  firstOf(eventId: string, cardId: string): StoredCheckIn | undefined
  /** Oldest first, of one event; at most `max`. */
  waiting(eventId: string, max: number): readonly StoredCheckIn[]
  /** Events that have something waiting. */
  eventsWaiting(): readonly string[]
  /** Resolves with `ok` when it is on the disk. Ids that are unknown or settled before change nothing. */
  settle(settlements: readonly Settlement[]): Promise<SettleResult>
  items(query: {
    readonly page: number
    readonly only: 'all' | 'waiting' | 'conflicts' | 'refused'
  }): { readonly items: readonly QueuedCheckIn[]; readonly total: number }
  counts(): Pick<QueueState, 'waiting' | 'sent' | 'conflicts' | 'refused' | 'keptIn'>
  /** Faults of disk and file, shown to staff. */
  problem(): 'none' | 'disk-full' | 'disk' | 'damaged'
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
