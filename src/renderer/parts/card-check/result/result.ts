/** What a check of a card comes to at a door: the verdict together with what else decides whether its bearer may pass. */
import type { VerifyReply } from '#shared/contract/card.ts'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Verdict, VerdictReason } from '#shared/domain/card/verdict.ts'

/**
 * - `checked`: a good card without a check-in.
 * - `offline`: a good card, judged by this device, which has no photos.
 * - `look`: VALID, and the face and the details must be compared closely.
 * - `noPhoto`: VALID, and there is no photo to compare with the person.
 * - `again`: VALID, and it came in before.
 * - `just`: VALID, and its card, not its number alone, came in at this door some seconds ago.
 * - `notSaved`: VALID, and its check-in could not be saved.
 * - `unchecked`: no verdict.
 */
export type Result =
  | Verdict
  | 'checked'
  | 'offline'
  | 'look'
  | 'noPhoto'
  | 'again'
  | 'just'
  | 'notSaved'
  | 'unchecked'

/** A camera sees a card again when its holder lowers the hand and raises it; staff have the person before them. */
export const JUST_ADMITTED_MS = 30_000

/** VALID, and less than the seal and the present details stand behind it. */
const CLOSE_LOOK: readonly VerdictReason[] = ['unsigned', 'details-changed']

export type Judged = Pick<ScanResult, 'verdict' | 'reason' | 'source' | 'photoUrl' | 'checkIn'>

/** @param nowMs on the clock that wrote the check-in of this door: the server's may differ by minutes */
export function resultOf(
  { verdict, reason, source, photoUrl, checkIn }: Judged,
  nowMs: number,
): Result {
  if (verdict !== 'VALID') return verdict
  if (checkIn.kind === 'not-saved') return 'notSaved'
  if (checkIn.kind === 'before') {
    const agoMs = nowMs - Date.parse(checkIn.at)
    // Who types a number has no card in view that was held up too long: another person may have said it.
    const isCard = reason !== 'by-id'
    return isCard && checkIn.here && agoMs >= 0 && agoMs < JUST_ADMITTED_MS ? 'just' : 'again'
  }
  if (source === 'offline') return 'offline'
  if (photoUrl === null) return 'noPhoto'
  if (CLOSE_LOOK.includes(reason)) return 'look'
  return checkIn.kind === 'recorded' ? 'VALID' : 'checked'
}

/**
 * Of a reply of the server, or of this device in its shape, where the page has recorded no check-in for it yet.
 *
 * @param here the check-in before it was made on this page some seconds ago, by the clock of the page: the name of a gate
 *   alone may be that of two doors
 */
export const resultOfReply = (
  { verdict, reason, photoUrl, firstCheckIn, checkedAt }: VerifyReply,
  source: ScanResult['source'],
  here = false,
): Result =>
  resultOf(
    {
      verdict,
      reason,
      source,
      photoUrl,
      checkIn: firstCheckIn === null ? { kind: 'none' } : { kind: 'before', ...firstCheckIn, here },
    },
    Date.parse(firstCheckIn?.at ?? checkedAt),
  )
