/**
 * Undoing a decision on a request (ADR 0053). The decision has its effect at once, only its mail
 * waits; within that time the reviewer takes both back.
 */
import type { Transaction } from 'kysely'
import { CLAIM_TTL_S } from '#shared/contract/base/review-lock.ts'
import type { undoRequest as undoRoute } from '#shared/contract/requests.ts'
import { isoAfter, isoNow } from '../../../base/clock.ts'
import { done, refuse } from '../../../base/outcome.ts'
import type { Handler } from '../../../http/handlers.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { takeBackMail } from '../../../parts/mail/outbox.ts'
import { decisionIsUsed, undoIsOver } from '../../../records/decisions/undo-refusals.ts'
import { holdDecision, takeUndo } from '../../../records/decisions/undo-repository.ts'
import { nationalitiesOf, type MemberRow } from '../../../records/members/member-repository.ts'
import { presentListedRequest } from '../../../records/requests/present.ts'
import {
  findRequest,
  isPersonUsed,
  lockPerson,
  reopenRequest,
  restoreApplicant,
  type RequestWithPerson,
} from '../../../records/requests/request-repository.ts'
import { staffPeople } from '../../../records/review-locks/staff-people.ts'

/** What the undo puts back, and the instant that tells whether anything happened since. */
interface StateBefore {
  readonly decidedAt: string
  readonly requestComment: string
  readonly person: Pick<MemberRow, 'status' | 'validated' | 'phone_confirmed' | 'approver_comment'>
}

interface HeldDecision {
  readonly before: RequestWithPerson
  /** As it was before the decision. */
  readonly person: MemberRow
  readonly decision: { readonly by: number; readonly at: string }
  readonly mailId: string
  readonly expiresAt: string
}

export function holdRequestDecision(
  transaction: Transaction<Schema>,
  { before, person, decision, mailId, expiresAt }: HeldDecision,
): Promise<void> {
  const kept: StateBefore = {
    decidedAt: decision.at,
    requestComment: before.request_comment,
    person: {
      status: person.status,
      validated: person.validated,
      phone_confirmed: person.phone_confirmed,
      approver_comment: person.approver_comment,
    },
  }
  return holdDecision(transaction, {
    kind: 'request',
    target: before.request_id,
    decided_by: decision.by,
    person_id: person.id,
    expires_at: expiresAt,
    restores: JSON.stringify(kept),
    mail_id: mailId,
  })
}

export const undoRequest: Handler<typeof undoRoute> = async ({ params, caller, facts }, deps) => {
  const { database, clock } = deps
  const before = await findRequest(database.db, params.id)
  if (before === undefined) return refuse('not-found')
  const at = isoNow(clock)
  return facts.transact(async (transaction) => {
    const undo = await takeUndo(transaction, {
      kind: 'request',
      target: before.request_id,
      callerId: caller.memberId,
      at,
    })
    if (undo === undefined || undo.mail_id === null) return undoIsOver()
    // The mail decides: once a sender may have it, the applicant may have read it.
    if (!(await takeBackMail(transaction, undo.mail_id, at))) return undoIsOver()
    const kept = JSON.parse(undo.restores) as StateBefore // written above
    const person = await lockPerson(transaction, before.id)
    if (
      person?.updated_at !== kept.decidedAt ||
      (await isPersonUsed(transaction, person.id, kept.decidedAt))
    )
      return decisionIsUsed()
    const lock = { callerId: caller.memberId, until: isoAfter(clock, CLAIM_TTL_S) }
    const decided = { id: before.request_id, decidedAt: kept.decidedAt }
    if (!(await reopenRequest(transaction, decided, { ...lock, comment: kept.requestComment })))
      return decisionIsUsed()
    await restoreApplicant(transaction, person.id, { ...kept.person, updated_at: at })
    const after = await findRequest(transaction, before.request_id)
    if (after === undefined) return refuse('not-found')
    facts.trace({
      target: `member:${after.id}`,
      detail: { request: after.request_id, undone: before.request_status },
    })
    return done(
      presentListedRequest(after, await nationalitiesOf(transaction, after.id), {
        callerId: caller.memberId,
        role: caller.role,
        at,
        colleagues: await staffPeople(transaction, [caller.memberId]),
      }),
    )
  })
}
