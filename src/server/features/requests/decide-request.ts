import type { decideRequest as decideRoute, deleteRequest as deleteRoute } from '#shared/contract/requests.ts'
import { isoNow } from '../../clock.ts'
import { transact } from '../../database/transact.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { eraseMember } from '../users/erase-member.ts'
import { nationalitiesOf } from '../users/member-repository.ts'
import { freeFor } from './claim-repository.ts'
import { isApplicant, STATES_BEFORE } from './policy.ts'
import { presentListedRequest } from './present.ts'
import { refusedState } from './refused-state.ts'
import { findRequest, lockPerson } from './request-repository.ts'

/**
 * Approval opens the account; rejection leaves it inactive. Of two who decide at once, one finds it pending and free.
 * Who was banned, made staff or let in by an administrator meanwhile is no longer the reviewers' to open or close.
 */
export const decideRequest: Handler<typeof decideRoute> = async ({ params, body, caller, facts }, deps) => {
  const { database, clock } = deps
  const { db, rules } = database
  const before = await findRequest(db, rules, params.id)
  if (before === undefined) return refuse('not-found')
  const approves = body.status !== 'rejected'
  const at = isoNow(clock)
  const decided = await transact(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('registration_requests')
      .set({ status: approves ? 'approved' : 'rejected', comment: body.approverComment, decided_by: caller.memberId, decided_at: at, claimed_by: null, claim_expires_at: null })
      .where('id', '=', before.request_id)
      .where('status', '=', 'pending')
      .where(freeFor(caller.memberId, at))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return refuse('already-decided')
    const opened = await transaction
      .updateTable('members')
      .set({ approver_comment: body.approverComment, updated_at: at, ...(approves ? { status: 'active' as const, validated: 1 as const } : { status: 'inactive' as const }) })
      .where('id', '=', before.id)
      .where('role', '=', 'ROLE_USER')
      .where('status', 'in', [...STATES_BEFORE[approves ? 'approved' : 'rejected']])
      .executeTakeFirst()
    if (opened.numUpdatedRows !== 1n) return refuse('conflict')
    await enqueueMail(deps, transaction, {
      to: before.email,
      language: before.language,
      template: approves ? 'request-approved' : 'request-rejected',
      values: { name: before.first_name, comment: body.approverComment, link: `${deps.config.publicUrl}/login` },
    })
    return done(true)
  })
  if (!decided.ok) return refusedState(deps, caller, params.id, decided.code === 'conflict' ? 'conflict' : undefined)
  const after = await findRequest(db, rules, params.id)
  if (after === undefined) return refuse('not-found')
  facts.trace({ target: `member:${after.id}`, detail: { request: after.request_id, status: after.request_status } })
  return done(presentListedRequest(after, await nationalitiesOf(db, after.id), { callerId: caller.memberId, role: caller.role, at, colleagues: new Map() }))
}

/** A person who never became a member goes with the request; a member stays. */
export const deleteRequest: Handler<typeof deleteRoute> = async ({ params, body, caller, facts }, deps) => {
  const { database, clock } = deps
  const { db, rules } = database
  const request = await findRequest(db, rules, params.id)
  if (request === undefined) return refuse('not-found')
  const removed = await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('registration_requests')
      .where('id', '=', request.request_id)
      .where((eb) => eb.or([eb('status', '!=', 'pending'), freeFor(caller.memberId, isoNow(clock))(eb)]))
      .executeTakeFirst()
    if (numDeletedRows !== 1n) return undefined
    const person = await lockPerson(transaction, request.id)
    if (person === undefined || !isApplicant(person)) return 'request' as const
    await eraseMember(transaction, person, isoNow(clock))
    return 'person' as const
  })
  if (removed === undefined) return refusedState(deps, caller, params.id)
  facts.trace({ target: `member:${request.id}`, detail: { request: request.request_id, removed, withComment: (body?.approverComment ?? '') !== '' } })
  return done({ deleted: true })
}
