/** The doors of one event as the rest of main sees them; opened by `open-doors.ts`. */
import type { DoorsState, JoinResult } from '#shared/contract/desktop/doors.ts'
import type { StoredCheckIn } from '../outbox/outbox.ts'

/** The kiosk whose door this is. */
export interface DoorKiosk {
  readonly eventId: string
  readonly deviceName: string
}
export interface FirstEntry {
  readonly id: string
  readonly at: string
  readonly gate: string
  /** Recorded at this door. */
  readonly here: boolean
  /** The server has it, as far as this door knows. */
  readonly sent: boolean
}
/** undefined in each place: the doors are off. */
export interface DoorsOfScan {
  /** The entry of this card that counts, in the order that all doors agree on. */
  firstOf(cardId: string): FirstEntry | undefined
  /** The id of a check-in that other doors may send to the server as well. */
  idFor(cardId: string, at: string): string | undefined
  /** It is on the disk; the other doors are told. */
  recorded(checkIn: StoredCheckIn): void
}
export interface Doors extends DoorsOfScan {
  state(): DoorsState
  /** Call it when a kiosk starts or is restored: continues the group that this computer has for the event. */
  enter(kiosk: DoorKiosk): Promise<void>
  /** The kiosk ended: the door leaves its group. */
  exit(): Promise<void>
  /** Turns the doors on where they are off, and shows a code. */
  invite(): Promise<void>
  hideCode(): void
  join(code: { readonly code: string; readonly address: string }): Promise<JoinResult>
  leave(): Promise<void>
  /** This door no longer trusts that one, once another door says so too. @param door the beginning of its key, as `state` tells it */
  remove(door: string): Promise<void>
  /** Staff trust these doors, which wait here. @param doors as for `remove` */
  letIn(doors: readonly string[]): Promise<void>
  /** Staff have seen these double entries. */
  told(cards: readonly string[]): void
  /** Ends all connections; the group stays on the disk. */
  close(): Promise<void>
}
