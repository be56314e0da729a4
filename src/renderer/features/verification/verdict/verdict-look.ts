/** How a verdict looks and sounds, and its texts. Pure: the components only draw what this returns. */
import type en from '#locales/en/verification.json'
import type { VerifyReply } from '#shared/contract/card.ts'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { cardReadings } from '#shared/domain/card/card-readings.ts'
import { type Role, roleOf } from '#shared/domain/people/roles.ts'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import type { Verdict, VerdictReason } from '#shared/domain/card/verdict.ts'
import { type CardInput, type Seen, seenAs } from '../check/check-state.ts'

/** `good`: may pass. `stop`: must not. `unsure`: the card alone does not decide; staff have to act. */
export type Tone = 'good' | 'stop' | 'unsure'
/** Each verdict has its own shape: colour is never the only sign. */
export type Mark =
  | 'check'
  | 'again'
  | 'clock'
  | 'barred'
  | 'shield-x'
  | 'shield-question'
  | 'question'
  | 'history'

interface VerdictFace {
  readonly tone: Tone
  readonly mark: Mark
  readonly wordKey: `word.${keyof (typeof en)['word']}`
}

const FACES = {
  VALID: { tone: 'good', mark: 'check', wordKey: 'word.VALID' },
  EXPIRED: { tone: 'unsure', mark: 'clock', wordKey: 'word.EXPIRED' },
  REVOKED: { tone: 'stop', mark: 'barred', wordKey: 'word.REVOKED' },
  FORGED: { tone: 'stop', mark: 'shield-x', wordKey: 'word.FORGED' },
  UNSIGNED: { tone: 'unsure', mark: 'shield-question', wordKey: 'word.UNSIGNED' },
  UNKNOWN: { tone: 'unsure', mark: 'question', wordKey: 'word.UNKNOWN' },
  STALE: { tone: 'unsure', mark: 'history', wordKey: 'word.STALE' },
  again: { tone: 'unsure', mark: 'again', wordKey: 'word.again' },
} as const satisfies Record<Seen, VerdictFace>

/** Name of the texts of a reason; a reason that is missing in the locale files does not compile here. */
type ReasonTexts = keyof (typeof en)['reasons']
interface ReasonFace {
  readonly texts: ReasonTexts
  /** A VALID that needs a closer look. */
  readonly closeLook?: true
}

const REASONS = {
  signed: { texts: 'signed' },
  unsigned: { texts: 'unsigned', closeLook: true },
  'by-id': { texts: 'by-id' },
  'details-changed': { texts: 'details-changed', closeLook: true },
  expired: { texts: 'expired' },
  'member-suspended': { texts: 'member-suspended' },
  'member-banned': { texts: 'member-banned' },
  'member-inactive': { texts: 'member-inactive' },
  'card-replaced': { texts: 'card-replaced' },
  'bad-signature': { texts: 'bad-signature' },
  'unknown-key': { texts: 'unknown-key' },
  'details-mismatch': { texts: 'details-mismatch' },
  'not-canonical': { texts: 'not-canonical' },
  'impossible-birth-date': { texts: 'impossible-birth-date' },
  'malformed-seal': { texts: 'malformed-seal' },
  'wrong-field-count': { texts: 'wrong-field-count' },
  'not-a-card': { texts: 'not-a-card' },
  'too-long': { texts: 'too-long' },
  'no-such-member': { texts: 'no-such-member' },
  'needs-the-server': { texts: 'needs-the-server' },
  'signed-card-exists': { texts: 'signed-card-exists' },
  'listed-revoked': { texts: 'listed-revoked' },
  'status-list-too-old': { texts: 'status-list-too-old' },
  'no-status-list': { texts: 'no-status-list' },
  'newer-than-list': { texts: 'newer-than-list' },
  'clock-wrong': { texts: 'clock-wrong' },
} as const satisfies Record<VerdictReason, ReasonFace>

export interface Person {
  readonly name: string
  readonly birthDate: string | null
  readonly cardId: string | null
  readonly role: Role | null
  readonly status: MemberStatus | null
  readonly photoUrl: string | null
  readonly memberSince: string | null
  /** Only beside VALID: beside any other word the date would make the card look valid. */
  readonly validUntil: string | null
  /** Only beside EXPIRED. */
  readonly ranOutOn: string | null
  readonly firstCheckIn: { readonly at: string; readonly gate: string } | null
}

export interface VerdictView extends VerdictFace {
  readonly titleKey: `reasons.${ReasonTexts}.title` | 'again.title'
  readonly todoKey: `reasons.${ReasonTexts}.todo` | 'offline.signedTodo' | 'again.todo'
  readonly closeLook: boolean
  readonly person: Person | undefined
}

export const verdictFace = (seen: Seen): VerdictFace => FACES[seen]

export const isSameDay = (one: string, other: string): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()

/** Verdicts that prove nothing about the bearer: no person is shown, even if a server sends one. */
const NAMELESS: readonly Verdict[] = ['FORGED', 'UNKNOWN', 'UNSIGNED']

/**
 * When the scanned card expired. The response describes the card in force, which may be a newer one with a later date;
 * the date of an EXPIRED card itself is under our signature.
 */
function ranOutOn(reply: VerifyReply, input: CardInput): string | null {
  if (reply.verdict !== 'EXPIRED' || input.kind !== 'scanned') return null
  const card = cardReadings([input.text, ...(input.alternatives ?? [])])
    .map((text) => readCardPayload(text, new Date(reply.checkedAt)))
    .find(({ kind }) => kind === 'signed')
  return card?.kind === 'signed' ? new Date(card.expiresAtS * 1_000).toISOString() : null
}

function personOf(reply: VerifyReply, input: CardInput): Person | undefined {
  if (NAMELESS.includes(reply.verdict) || reply.name === null) return undefined
  return {
    name: reply.name,
    birthDate: reply.dob,
    cardId: reply.cardId,
    role: reply.role === null ? null : roleOf(reply.role.id),
    status: reply.status,
    photoUrl: reply.photoUrl,
    memberSince: reply.memberSince,
    validUntil: reply.verdict === 'VALID' ? reply.expiresAt : null,
    ranOutOn: ranOutOn(reply, input),
    firstCheckIn: reply.firstCheckIn,
  }
}

/** @param source `offline`: verdict of this device, which has no photo to compare with */
export function verdictView(
  reply: VerifyReply,
  input: CardInput,
  source: 'online' | 'offline' = 'online',
): VerdictView {
  const reason: ReasonFace = REASONS[reply.reason]
  const seen = seenAs(reply)
  const offlineTodo = source === 'offline' && reply.reason === 'signed'
  return {
    ...FACES[seen],
    titleKey: seen === 'again' ? 'again.title' : `reasons.${reason.texts}.title`,
    todoKey:
      seen === 'again'
        ? 'again.todo'
        : offlineTodo
          ? 'offline.signedTodo'
          : `reasons.${reason.texts}.todo`,
    closeLook: reason.closeLook === true,
    person: personOf(reply, input),
  }
}
