/**
 * The verdict on a card without network, as a pure rule: the seal, the signed status list and the clock are all there is.
 * Where the list is fresh it says what `judgeCard` says on the server; only details that have changed since (VALID either
 * way) remain the server's knowledge.
 *
 * What a list cannot say:
 * - It knows nothing of a card that was issued after it. The seal proves that the server stood behind that card later
 *   than the list, yet nothing here could tell a later revocation, so it is STALE (`newer-than-list`) and never VALID.
 * - A renewed card keeps its place in the list and gets a new date of issue: if the list calls that place expired or
 *   revoked, it describes the time before the renewal.
 * - An old list still names what was withdrawn. That verdict stands whatever the age: a card is seldom brought back, and
 *   STALE would ask staff to decide for themselves.
 */
import type { ReadCard, SignedCard } from './card-payload.ts'
import { CLOCK_TOLERANCE_S } from './kiosk-rules.ts'
import { CARD_STATE, type CardState } from './status-list.ts'
import {
  CLOCK_SKEW_S,
  isFromTheFuture,
  judgeSeal,
  judgeUnreadable,
  type CardEvidence,
  type Judgement,
  type Verdict,
  type VerdictReason,
} from './verdict.ts'

export interface ListEvidence {
  readonly issuedAt: Date
  /** What the list says at the place of this card. */
  readonly state: CardState | 'beyond'
}

export interface OfflineEvidence {
  readonly card: ReadCard
  /** `unchecked`: this device holds no keys. */
  readonly signature: CardEvidence['signature'] | 'unchecked'
  /** undefined: this device holds no list. */
  readonly list: ListEvidence | undefined
  readonly maxAgeS: number
  readonly now: Date
  /**
   * Where `now` comes from. `server`: compared with the server in this run. `own`: this computer's
   * clock, because nothing better is known. `unknown`: that clock is wrong and cannot be corrected;
   * `now` is then no more than the earliest moment that it can be.
   */
  readonly clock: 'server' | 'own' | 'unknown'
}

const say = (verdict: Verdict, reason: VerdictReason): Judgement => ({ verdict, reason })

/** Total: returns a verdict and a reason for every input. */
export function judgeOffline(evidence: OfflineEvidence): Judgement {
  const { card, signature, list, now } = evidence
  if (card.kind === 'unreadable') return judgeUnreadable(card)
  if (card.kind === 'unsigned') return say('UNSIGNED', 'needs-the-server')
  if (signature === 'unchecked') return say('STALE', 'no-status-list')
  const sealed = judgeSeal(signature)
  if (sealed !== undefined) return sealed
  const listed = list === undefined ? 'unlisted' : judgeListed(card, list)
  if (typeof listed === 'object') return listed
  if (card.expiresAtS <= now.getTime() / 1_000) return say('EXPIRED', 'expired')
  if (list === undefined) return say('STALE', 'no-status-list')
  return (
    judgeAge(card, list, evidence) ??
    (listed === 'newer' ? say('STALE', 'newer-than-list') : say('VALID', 'signed'))
  )
}

/**
 * What the list says against the card; `newer` where the card is younger than what the list says of
 * it.
 */
function judgeListed(
  card: SignedCard,
  { issuedAt, state }: ListEvidence,
): Judgement | 'in-force' | 'newer' {
  const listedS = issuedAt.getTime() / 1_000
  const renewedSince = card.issuedAtS > listedS
  switch (state) {
    case CARD_STATE.inForce:
      return 'in-force'
    case CARD_STATE.expired:
      return renewedSince ? 'newer' : say('EXPIRED', 'expired')
    case CARD_STATE.revoked:
      return renewedSince ? 'newer' : say('REVOKED', 'listed-revoked')
    default:
      // The date of issue is cut to whole seconds and may come from another replica's clock: near the list it may be later.
      return card.issuedAtS > listedS - CLOCK_SKEW_S ? 'newer' : say('UNKNOWN', 'no-such-member')
  }
}

function judgeAge(
  card: SignedCard,
  { issuedAt }: ListEvidence,
  { now, clock, maxAgeS }: OfflineEvidence,
): Judgement | undefined {
  const nowS = now.getTime() / 1_000
  const ageS = nowS - issuedAt.getTime() / 1_000
  if (clock === 'unknown' || ageS < -CLOCK_TOLERANCE_S || isFromTheFuture(card, now))
    return say('STALE', 'clock-wrong')
  return ageS > maxAgeS ? say('STALE', 'status-list-too-old') : undefined
}
