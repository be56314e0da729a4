import type {
  decideRequest as decideRoute,
  deleteRequest as deleteRoute,
} from '#shared/contract/requests.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { stepUpRefusal } from '../auth/step-up.ts'
import { nationalitiesOf } from '../users/member-repository.ts'
import { putInBin } from './bin.ts'
import { isApplicant, STATES_BEFORE } from './policy.ts'
import { presentListedRequest } from './present.ts'
import { refusedState } from './refused-state.ts'
import {
  confirmPhone,
  findRequest,
  lockPerson,
  removeRequest,
  updateApplicant,
  updateDecision,
} from './request-repository.ts'

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
  const decided = await facts
    .transact(async (transaction) => {
      const decision = { approves, comment: body.approverComment, by: caller.memberId, at }
      if (!(await updateDecision(transaction, before.request_id, decision)))
        return refuse('already-decided')
      const from = STATES_BEFORE[approves ? 'approved' : 'rejected']
      if (!(await updateApplicant(transaction, before.id, decision, from)))
        return refuse('conflict')
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
      const after = await findRequest(transaction, params.id)
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
  const { db } = database
  const request = await findRequest(db, params.id)
  if (request === undefined) return refuse('not-found')
  const unproven = await stepUpRefusal(deps, caller)
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
