import type { Transaction } from 'kysely'
import type {
  decideRequest as decideRoute,
  deleteRequest as deleteRoute,
} from '#shared/contract/requests.ts'
import { checksText } from '#shared/domain/access/checks.ts'
import { MAIL_AFTER_UNDO_S, UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { REQUEST_CHECKS } from '#shared/domain/people/registration-rules.ts'
import { isoAfter, isoNow } from '../../../base/clock.ts'
import { done, refuse } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import type { Handler } from '../../../http/handlers.ts'
import { loggedReason } from '../../../parts/audit/audit-log.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { enqueueMail } from '../../../parts/mail/outbox.ts'
import { hasLookedAt } from '../../../records/documents/document-repository.ts'
import { singleActRefusal } from '../../../records/factors/step-up.ts'
import { nationalitiesOf } from '../../../records/members/member-repository.ts'
import { isApplicant, STATES_BEFORE } from '../../../records/requests/policy.ts'
import { presentListedRequest } from '../../../records/requests/present.ts'
import {
  confirmPhone,
  findRequest,
  lockPerson,
  removeRequest,
  updateApplicant,
  updateDecision,
  type RequestWithPerson,
} from '../../../records/requests/request-repository.ts'
import { putInBin } from '../bin.ts'
import { refusedState } from '../refused-state.ts'
import { holdRequestDecision } from './undo-decision.ts'

/**
 * Approval opens the account; rejection leaves it inactive. Only one of two simultaneous decisions
 * finds it pending and free. Reviewers cannot decide about a person who was banned, activated or
 * given a staff role by an administrator meanwhile.
 */
export const decideRequest: Handler<typeof decideRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  const { database, clock } = deps
  const { db, rules } = database
  const before = await findRequest(db, params.id)
  if (before === undefined) return refuse('not-found')
  const approves = body.status !== 'rejected'
  const at = isoNow(clock)
  const checks = checksText(REQUEST_CHECKS, body.checks)
  const hasDocuments = before.id_front_file !== null || before.id_back_file !== null
  const endsDocuments = body.documentsSeen && hasDocuments
  if (endsDocuments && !(await hasLookedAt(db, caller.memberId, before))) return documentsNotSeen()
  const decided = await facts
    .transact(async (transaction) => {
      const undoUntil = body.undoable ? isoAfter(clock, UNDO_S) : null
      const decision = {
        approves,
        comment: body.approverComment,
        checks,
        documentsEndAt: endsDocuments ? (undoUntil ?? at) : null,
        by: caller.memberId,
        at,
      }
      if (!(await updateDecision(transaction, before.request_id, decision)))
        return refuse('already-decided')
      const person = await lockPerson(transaction, before.id)
      const from = STATES_BEFORE[approves ? 'approved' : 'rejected']
      if (person === undefined || !(await updateApplicant(transaction, before.id, decision, from)))
        return refuse('conflict')
      if (approves) await confirmPhone(transaction, before.id)
      const mailId = await tellApplicant(deps, transaction, before, {
        ...decision,
        isHeld: undoUntil !== null,
      })
      if (undoUntil !== null)
        await holdRequestDecision(transaction, {
          before,
          person,
          decision,
          mailId,
          expiresAt: undoUntil,
        })
      const after = await findRequest(transaction, params.id)
      if (after === undefined) return refuse('not-found')
      facts.trace({
        target: `member:${after.id}`,
        detail: {
          request: after.request_id,
          status: after.request_status,
          checks,
          ...(endsDocuments && { documentsSeen: true }),
        },
      })
      return done({
        ...presentListedRequest(after, await nationalitiesOf(transaction, after.id), {
          callerId: caller.memberId,
          role: caller.role,
          at,
          colleagues: new Map(),
        }),
        undoUntil,
      })
    })
    .catch((error: unknown) => {
      if (rules.isUniqueViolation(error)) return refuse('conflict') // two people with one number, approved at the same moment
      throw error
    })
  return decided.ok
    ? decided
    : refusedState(deps, caller, params.id, decided.code === 'conflict' ? 'conflict' : undefined)
}

/** Nobody deletes by a slip what they never opened, and the history may say "seen". */
const documentsNotSeen = () =>
  refuse('conflict', {
    fields: [
      {
        path: 'body.documentsSeen',
        code: 'documents_not_seen',
        message: 'Look at the identity documents first',
      },
    ],
  })

interface Told {
  readonly approves: boolean
  readonly comment: string
  /** The decision can be undone: its mail waits until that time is over. */
  readonly isHeld: boolean
}

/** Puts the mail about the decision into the outbox and returns its id. */
const tellApplicant = (
  deps: Deps,
  transaction: Transaction<Schema>,
  applicant: RequestWithPerson,
  { approves, comment, isHeld }: Told,
): Promise<string> =>
  enqueueMail(
    deps,
    transaction,
    {
      to: applicant.email,
      language: applicant.language,
      template: approves ? 'request-approved' : 'request-rejected',
      values: {
        name: applicant.first_name,
        comment,
        link: `${deps.config.publicUrl}/login`,
      },
    },
    isHeld ? isoAfter(deps.clock, UNDO_S + MAIL_AFTER_UNDO_S) : undefined,
  )

/**
 * A person who never became a member is deleted with the request; a member is kept. Administrators
 * can restore both for a while.
 */
export const deleteRequest: Handler<typeof deleteRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  const { database, clock } = deps
  const { db } = database
  const request = await findRequest(db, params.id)
  if (request === undefined) return refuse('not-found')
  const unproven = await singleActRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const outcome = await facts.transact(async (transaction) => {
    const deleted = await removeRequest(transaction, request.request_id, {
      callerId: caller.memberId,
      at: isoNow(clock),
    })
    const member =
      deleted === undefined ? undefined : await lockPerson(transaction, deleted.member_id)
    if (deleted === undefined || member === undefined) return refuse('already-decided')
    const withPerson = isApplicant(member)
    const reason = body?.approverComment ?? ''
    await putInBin(deps, transaction, {
      request: deleted,
      member,
      withPerson,
      by: caller.memberId,
      reason,
    })
    facts.trace({
      target: `member:${request.id}`,
      detail: {
        request: request.request_id,
        removed: withPerson ? 'person' : 'request',
        reason: loggedReason(reason),
      },
    })
    return done({ deleted: true as const })
  })
  return outcome.ok ? outcome : refusedState(deps, caller, params.id)
}
