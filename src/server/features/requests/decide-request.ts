import type { Transaction } from 'kysely'
import type {
  decideRequest as decideRoute,
  deleteRequest as deleteRoute,
} from '#shared/contract/requests.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hasProof } from '../auth/step-up-repository.ts'
import { nationalitiesOf } from '../users/member-repository.ts'
import { putInBin } from './bin.ts'
import { freeFor } from './review-lock-repository.ts'
import { isApplicant, STATES_BEFORE } from './policy.ts'
import { presentListedRequest } from './present.ts'
import { refusedState } from './refused-state.ts'
import { findRequest, lockPerson } from './request-repository.ts'

/**
 * Reviewers saw the number and its other holders. A number that already signs in to another account
 * keeps doing so: an applicant with another member's number neither gets that member's codes nor
 * locks them out.
 */
const confirmPhone = (db: Transaction<Schema>, memberId: number) =>
  db
    .updateTable('members')
    .set({ phone_confirmed: 1 })
    .where('id', '=', memberId)
    .where('phone', '!=', '')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members as other')
            .select('other.id')
            .whereRef('other.phone', '=', 'members.phone')
            .where('other.phone_confirmed', '=', 1),
        ),
      ),
    )
    .execute()

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
  const before = await findRequest(db, rules, params.id)
  if (before === undefined) return refuse('not-found')
  const approves = body.status !== 'rejected'
  const at = isoNow(clock)
  const decided = await facts
    .transact(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('registration_requests')
        .set({
          status: approves ? 'approved' : 'rejected',
          comment: body.approverComment,
          decided_by: caller.memberId,
          decided_at: at,
          claimed_by: null,
          claim_expires_at: null,
        })
        .where('id', '=', before.request_id)
        .where('status', '=', 'pending')
        .where(freeFor(caller.memberId, at))
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return refuse('already-decided')
      const opened = await transaction
        .updateTable('members')
        .set({
          approver_comment: body.approverComment,
          updated_at: at,
          ...(approves
            ? { status: 'active' as const, validated: 1 as const }
            : { status: 'inactive' as const }),
        })
        .where('id', '=', before.id)
        .where('role', '=', 'ROLE_USER')
        .where('status', 'in', [...STATES_BEFORE[approves ? 'approved' : 'rejected']])
        .executeTakeFirst()
      if (opened.numUpdatedRows !== 1n) return refuse('conflict')
      if (approves) await confirmPhone(transaction, before.id)
      await enqueueMail(deps, transaction, {
        to: before.email,
        language: before.language,
        template: approves ? 'request-approved' : 'request-rejected',
        values: {
          name: before.first_name,
          comment: body.approverComment,
          link: `${deps.config.publicUrl}/login`,
        },
      })
      const after = await findRequest(transaction, rules, params.id)
      if (after === undefined) return refuse('not-found')
      facts.trace({
        target: `member:${after.id}`,
        detail: { request: after.request_id, status: after.request_status },
      })
      return done(
        presentListedRequest(after, await nationalitiesOf(transaction, after.id), {
          callerId: caller.memberId,
          role: caller.role,
          at,
          colleagues: new Map(),
        }),
      )
    })
    .catch((error: unknown) => {
      if (rules.isUniqueViolation(error)) return refuse('conflict') // two people with one number, approved at the same moment
      throw error
    })
  return decided.ok
    ? decided
    : refusedState(deps, caller, params.id, decided.code === 'conflict' ? 'conflict' : undefined)
}

/**
 * A person who never became a member is deleted with the request; a member is kept. Administrators
 * can restore both for a while.
 */
export const deleteRequest: Handler<typeof deleteRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  const { database, clock } = deps
  const { db, rules } = database
  const request = await findRequest(db, rules, params.id)
  if (request === undefined) return refuse('not-found')
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  const outcome = await facts.transact(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('registration_requests')
      .where('id', '=', request.request_id)
      .where((eb) =>
        eb.or([eb('status', '!=', 'pending'), freeFor(caller.memberId, isoNow(clock))(eb)]),
      )
      .returningAll()
      .executeTakeFirst()
    const member =
      deleted === undefined ? undefined : await lockPerson(transaction, deleted.member_id)
    if (deleted === undefined || member === undefined) return refuse('already-decided')
    const withPerson = isApplicant(member)
    const reason = body.approverComment
    await putInBin(deps, transaction, {
      request: deleted,
      member,
      withPerson,
      by: caller.memberId,
      reason,
    })
    facts.trace({
      target: `member:${request.id}`,
      detail: { request: request.request_id, removed: withPerson ? 'person' : 'request', reason },
    })
    return done({ deleted: true as const })
  })
  return outcome.ok ? outcome : refusedState(deps, caller, params.id)
}
