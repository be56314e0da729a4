/** What the door shows and sounds for a card. Pure: the screen only draws what this returns. */
import type { VerifyReply } from '#shared/contract/card.ts'
import type { Check } from '../../parts/card-check/check/check-state.ts'
import type { Signal } from '../../parts/card-check/result/looks.ts'
import { signalOf } from '../../parts/card-check/verdict/signal-of-check.ts'
import type { VoicesOfMember } from '../../ui/staff/voices.tsx'

/** The check-in that belongs to the card on the screen. */
export type DoorEntryState =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending' }
  | {
      readonly kind: 'recorded'
      readonly at: string
      /** There are votes at an assembly alone. */
      readonly voices: VoicesOfMember | undefined
    }
  /** Another door was faster: recorded, but the member was in before. */
  | { readonly kind: 'second'; readonly first: NonNullable<VerifyReply['firstCheckIn']> }
  | { readonly kind: 'inactive' }
  | { readonly kind: 'failed'; readonly text: string }

/** A card that may be checked in with one key: good, and not in yet. */
export const mayEnter = (check: Check): boolean =>
  check.kind === 'shown' &&
  check.reply.verdict === 'VALID' &&
  check.reply.cardId !== null &&
  check.reply.firstCheckIn === null

/**
 * A card that may be checked in without a key: read from a code, sealed, as the register has it, and with a photo. All
 * others need the eyes of staff first.
 */
export const mayEnterByItself = (check: Check): boolean =>
  check.kind === 'shown' &&
  mayEnter(check) &&
  check.reply.reason === 'signed' &&
  check.reply.photoUrl !== null &&
  check.input.kind === 'scanned'

const DONE_MS = 4_000
/** At an assembly: voting cards are counted and handed over meanwhile. The next card clears it at once. */
const VOICES_MS = 30_000

export interface DoorView {
  /** The check as it is shown: while a check-in by itself is on its way, the card still counts as being checked. */
  readonly check: Check
  readonly canEnter: boolean
  /** The card is done: the screen waits for the next one by itself, this long after the card left the camera. */
  readonly doneMs: number | undefined
  readonly signal: { readonly tone: Signal; readonly of: string } | undefined
}

export function doorView(check: Check, entry: DoorEntryState, byItself: boolean): DoorView {
  const waits = entry.kind === 'none' || entry.kind === 'sending'
  if (check.kind === 'shown' && byItself && mayEnterByItself(check) && waits)
    return {
      check: { kind: 'checking', number: check.number, input: check.input },
      canEnter: false,
      doneMs: undefined,
      signal: undefined,
    }
  const shown =
    check.kind === 'shown' && entry.kind === 'second'
      ? { ...check, reply: { ...check.reply, firstCheckIn: entry.first } }
      : check
  return {
    check: shown,
    canEnter: mayEnter(check) && (entry.kind === 'none' || entry.kind === 'failed'),
    doneMs: doneAfterMs(entry),
    signal: entrySignal(check, entry) ?? signalOf(shown),
  }
}

function doneAfterMs(entry: DoorEntryState): number | undefined {
  if (entry.kind !== 'recorded') return undefined
  return entry.voices === undefined ? DONE_MS : VOICES_MS
}

/** What goes wrong after a good verdict must be heard as well. */
function entrySignal(check: Check, entry: DoorEntryState): DoorView['signal'] {
  if (check.kind !== 'shown' || (entry.kind !== 'failed' && entry.kind !== 'inactive'))
    return undefined
  return {
    tone: entry.kind === 'failed' ? 'unsure' : 'stop',
    of: `${check.number} ${entry.kind}`,
  }
}
