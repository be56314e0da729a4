import type { MemberStatus } from '../people/member-status.ts'
import { CLEAN } from '../text/clean-text.ts'
/**
 * The verdict on a card, as a pure rule. The caller first gathers the evidence (signature, member,
 * card). This is how the server judges. Without network `judge-offline.ts` does, and where the list
 * is fresh both agree.
 */
import type { ReadCard, SignedCard, UnreadableCard } from './card-payload.ts'

export const VERDICTS = [
  'VALID',
  'EXPIRED',
  'REVOKED',
  'FORGED',
  'UNSIGNED',
  'UNKNOWN',
  'STALE',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const VERDICT_REASONS = [
  'signed', // VALID: our signature, an active member, the card in force
  'unsigned', // VALID online: no signature, but every field matches an active member without a signed card
  'by-id', // VALID: looked up by card number, nothing was scanned
  'details-changed', // VALID: our signature, but name or birth date have changed since it was issued
  'expired',
  'member-suspended',
  'member-banned',
  'member-inactive',
  'card-replaced',
  'member-merged', // REVOKED: the number is no member's any more, because its person has another one
  'bad-signature',
  'unknown-key',
  'details-mismatch', // FORGED: an unsigned code whose name or birth date is not the member's
  'not-canonical',
  'impossible-birth-date',
  'malformed-seal',
  'wrong-field-count',
  'not-a-card',
  'too-long',
  'no-such-member',
  'needs-the-server', // UNSIGNED: offline, an unsigned card cannot be checked
  'look-up-limit', // UNSIGNED: the server looks up no more numbers and unsigned cards for this device now
  'signed-card-exists', // UNSIGNED online: a code without signature of a member with a signed card
  'listed-revoked', // REVOKED offline: suspended, banned or replaced; the list does not say which
  'status-list-too-old', // STALE
  'no-status-list', // STALE: this device has not been prepared for a time without network
  'newer-than-list', // STALE: issued after the list was made
  'clock-wrong', // STALE: the clock that judges is behind, or this device cannot tell how old its list is
] as const
export type VerdictReason = (typeof VERDICT_REASONS)[number]

export interface Judgement {
  readonly verdict: Verdict
  readonly reason: VerdictReason
}

/** Neither FORGED nor UNKNOWN: the card was read correctly, whatever the state of the member. */
export const provesSomething = ({ verdict }: Pick<Judgement, 'verdict'>): boolean =>
  verdict !== 'FORGED' && verdict !== 'UNKNOWN'

export interface KnownMember {
  readonly name: string
  readonly birthDate: string
  readonly status: MemberStatus
  /** Index of the card in force, or null when none was issued. */
  readonly cardIndex: number | null
  /** A signed card was issued to the member at some time, in force or not. */
  readonly hadSignedCard: boolean
}

export interface CardEvidence {
  readonly card: ReadCard
  /** Result of the Ed25519 check; `none` where there is no signature to check. */
  readonly signature: 'good' | 'bad' | 'unknown-key' | 'none'
  /** `merged`: the number belonged to a record that became part of another one. */
  readonly member: KnownMember | 'merged' | undefined
  readonly now: Date
}

/** Clocks of replicas and devices differ by minutes; a genuine card from further ahead than this shows that our clock is behind. */
export const CLOCK_SKEW_S = 300

const STATUS_REASON = {
  inactive: 'member-inactive',
  banned: 'member-banned',
  blocked: 'member-suspended',
} as const satisfies Record<Exclude<MemberStatus, 'active'>, VerdictReason>

const FORGED_FAULTS: readonly VerdictReason[] = [
  'not-canonical',
  'impossible-birth-date',
  'malformed-seal',
]

const say = (verdict: Verdict, reason: VerdictReason): Judgement => ({ verdict, reason })

/** Verdict on a member who was looked up by number, with no card in hand. */
export function judgeMember(member: CardEvidence['member']): Judgement {
  if (member === undefined) return say('UNKNOWN', 'no-such-member')
  if (member === 'merged') return say('REVOKED', 'member-merged')
  return member.status === 'active'
    ? say('VALID', 'by-id')
    : say('REVOKED', STATUS_REASON[member.status])
}

/**
 * A text that is no card of ours, or only pretends to be one: decided without database or network.
 */
export const judgeUnreadable = ({ fault }: UnreadableCard): Judgement =>
  say(FORGED_FAULTS.includes(fault) ? 'FORGED' : 'UNKNOWN', fault)

/**
 * The verdict that follows from the seal alone, on the server and without network; undefined when
 * the seal says nothing against the card.
 */
export function judgeSeal(signature: CardEvidence['signature']): Judgement | undefined {
  if (signature === 'unknown-key') return say('FORGED', 'unknown-key')
  return signature === 'good' ? undefined : say('FORGED', 'bad-signature')
}

/**
 * With a genuine seal on a card that is not valid yet, the clock is wrong and not the card: only
 * our server can sign a date. FORGED would turn away every new member while a computer's clock is a
 * day behind.
 */
export const isFromTheFuture = ({ issuedAtS }: SignedCard, now: Date): boolean =>
  issuedAtS > now.getTime() / 1000 + CLOCK_SKEW_S

/**
 * Verdict on a scanned text, with everything the server knows. Total: returns a verdict and a
 * reason for every input.
 */
export function judgeCard({ card, signature, member, now }: CardEvidence): Judgement {
  if (card.kind === 'unreadable') return judgeUnreadable(card)
  const sealed = card.kind === 'signed' ? judgeSeal(signature) : undefined
  if (sealed !== undefined) return sealed
  if (member === undefined) return say('UNKNOWN', 'no-such-member')
  if (member === 'merged') return say('REVOKED', 'member-merged')
  // Cleaned on both sides: older cards hold names with signs that became one.
  const sameDetails =
    CLEAN.name(member.name) === CLEAN.name(card.name) && member.birthDate === card.birthDate
  // A wrong name on an unsigned code is a forgery whatever the state of the member whose number it
  // uses.
  if (card.kind === 'unsigned' && !sameDetails) return say('FORGED', 'details-mismatch')
  if (member.status !== 'active') return say('REVOKED', STATUS_REASON[member.status])
  // Whoever copies the first three fields of a signed card can write a code without a signature. It
  // would stay valid after the card expired, was lost or was replaced.
  if (card.kind === 'unsigned')
    return member.hadSignedCard ? say('UNSIGNED', 'signed-card-exists') : say('VALID', 'unsigned')
  if (member.cardIndex !== card.statusIndex) return say('REVOKED', 'card-replaced')
  if (card.expiresAtS <= now.getTime() / 1000) return say('EXPIRED', 'expired')
  if (isFromTheFuture(card, now)) return say('STALE', 'clock-wrong')
  return sameDetails ? say('VALID', 'signed') : say('VALID', 'details-changed')
}
