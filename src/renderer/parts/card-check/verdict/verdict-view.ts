/** The texts of a verdict and the person it names. Pure: the components only draw what this returns. */
import type { VerifyReply } from '#shared/contract/card.ts'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { cardReadings } from '#shared/domain/card/card-readings.ts'
import type { Verdict, VerdictReason } from '#shared/domain/card/verdict.ts'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import { type Role, roleOf } from '#shared/domain/people/roles.ts'
import type { CardInput } from '../check/check-state.ts'
import { type Look, LOOKS } from '../result/looks.ts'
import { type Result, resultOfReply } from '../result/result.ts'

export interface PersonOfVerdict {
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

export interface VerdictView {
  readonly result: Result
  readonly look: Look
  readonly titleKey: `reasons.${VerdictReason}.title` | 'again.title'
  /** What staff do, at length. */
  readonly todoKey: `reasons.${VerdictReason}.todo` | 'offline.signedTodo' | Look['instruction']
  readonly person: PersonOfVerdict | undefined
}

/** What these ask of staff stands in the instruction already. */
const SAID_ABOVE: ReadonlySet<VerdictReason> = new Set([
  'member-banned',
  'member-suspended',
  'member-inactive',
])
export const todoIsNew = (
  { todoKey, look }: Pick<VerdictView, 'todoKey' | 'look'>,
  reason: VerdictReason,
): boolean => todoKey !== look.instruction && !SAID_ABOVE.has(reason)

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

function personOf(reply: VerifyReply, input: CardInput): PersonOfVerdict | undefined {
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

/** The result asks for more than the reason of the verdict does. */
const OWN_TODO: readonly Result[] = ['again', 'just', 'noPhoto']

/** @param source `offline`: verdict of this device, which has no photo to compare with */
export function verdictView(
  reply: VerifyReply,
  input: CardInput,
  source: 'online' | 'offline' = 'online',
  here = false,
): VerdictView {
  const { reason } = reply
  const result = resultOfReply(reply, source, here)
  const cameBefore = result === 'again' || result === 'just'
  const offlineTodo = source === 'offline' && reason === 'signed'
  return {
    result,
    look: LOOKS[result],
    titleKey: cameBefore ? 'again.title' : `reasons.${reason}.title`,
    todoKey:
      OWN_TODO.includes(result) || (result === 'checked' && reason === 'signed')
        ? LOOKS[result].instruction
        : offlineTodo
          ? 'offline.signedTodo'
          : `reasons.${reason}.todo`,
    person: personOf(reply, input),
  }
}
