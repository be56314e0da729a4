import type * as contract from '#shared/contract/requests.ts'
import { isoNow } from '../../clock.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { counted, markTruncated, readPage } from '../../http/paging.ts'
import { done, refuse } from '../../outcome.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../users/list-limits.ts'
import { nationalitiesOfAll } from '../users/member-list-repository.ts'
import { listDeletedRequests, restoreRequest } from './bin.ts'
import { decideRequest, deleteRequest } from './decision/decide-request.ts'
import { seesDecided } from './policy.ts'
import { lookAt } from './open-request.ts'
import { presentListedRequest } from './present.ts'
import { filterRequests } from './list/filter-requests-repository.ts'
import { readRequests, type RequestWithPerson } from './request-repository.ts'
import { claimRequest, releaseRequest, nextRequest, requestHolders } from './review-lock.ts'
import { undoRequest } from './decision/undo-decision.ts'
import { staffPeople } from '../../review-locks/staff-people.ts'

const listRequests: Handler<typeof contract.listRequests> = async (
  { query, caller, facts },
  deps,
) => {
  const { clock } = deps
  const { db, rules } = deps.database
  const tooOften = await plainRefusal(deps, caller.memberId, 'request.list', query)
  if (tooOften !== undefined) return tooOften
  const { query: filtered, known } = await filterRequests(
    db,
    rules,
    query,
    seesDecided(caller.role) ? 'whole' : 'pending-whole',
  )
  const answer = await readPage(
    db,
    query,
    filtered,
    (rows) => readRequests(db, rows, query.sort),
    known === undefined ? {} : { count: async (max) => counted(known, max) },
  )
  const { length } = answer.kind === 'page' ? answer.page.items : answer.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'request.list', query, length)
  if (usedUp !== undefined) return usedUp
  await logBulk(deps, caller.memberId, 'request.list', query, length, facts.requestId)
  const present = async (rows: readonly RequestWithPerson[]) => {
    const nationalities = await nationalitiesOfAll(db, rows)
    const onlooker = {
      callerId: caller.memberId,
      role: caller.role,
      at: isoNow(clock),
      colleagues: await staffPeople(
        db,
        rows.map(({ claimed_by: id }) => id),
      ),
    }
    return rows.map((row) => presentListedRequest(row, nationalities.get(row.id) ?? [], onlooker))
  }
  if (answer.kind === 'page')
    return done({ ...answer.page, items: await present(answer.page.items) })
  markTruncated(facts.reply, answer.truncated)
  return done(await present(answer.rows))
}

const readRequest: Handler<typeof contract.readRequest> = async (
  { params, caller, facts },
  deps,
) => {
  const found = await lookAt(deps, caller, params.id)
  if (found === undefined) return refuse('not-found')
  facts.trace(found.trace)
  return done(found.request)
}

export const requestsHandlers: HandlersOf<typeof contract.requestsRoutes> = {
  'request.list': listRequests,
  'request.read': readRequest,
  'request.decide': decideRequest,
  'request.undo': undoRequest,
  'request.delete': deleteRequest,
  'request.deleted': listDeletedRequests,
  'request.restore': restoreRequest,
  'request.claim': claimRequest,
  'request.release': releaseRequest,
  'request.next': nextRequest,
  'request.holders': requestHolders,
}
