import type * as contract from '#shared/contract/requests.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { counted, markTruncated, readPage } from '../../http/paging.ts'
import { oneLookUp, withinLookUps } from '../../records/look-ups/look-up-budget.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../../records/members/list-limits.ts'
import { nationalitiesOfAll } from '../../records/members/member-list-repository.ts'
import { filterRequests } from '../../records/requests/filter-requests-repository.ts'
import { seesDecided } from '../../records/requests/policy.ts'
import { presentListedRequest } from '../../records/requests/present.ts'
import {
  findRequest,
  readRequests,
  type RequestWithPerson,
} from '../../records/requests/request-repository.ts'
import { countQueue, dropLock } from '../../records/review-locks/lock-repository.ts'
import {
  claimRow,
  presentOwn,
  readHolders,
  takeNext,
  wishOf,
} from '../../records/review-locks/review-lock.ts'
import { staffPeople } from '../../records/review-locks/staff-people.ts'
import { listDeletedRequests, restoreRequest } from './bin.ts'
import { decideRequest, deleteRequest } from './decision/decide-request.ts'
import { undoRequest } from './decision/undo-decision.ts'
import { lookAt, openRequest } from './open-request.ts'
import { refusedState } from './refused-state.ts'

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
  const result = await readPage(
    db,
    query,
    filtered,
    (rows) => readRequests(db, rows, query.sort),
    known === undefined ? {} : { count: async (max) => counted(known, max) },
  )
  const { length } = result.kind === 'page' ? result.page.items : result.rows
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
  if (result.kind === 'page')
    return done({ ...result.page, items: await present(result.page.items) })
  markTruncated(facts.reply, result.truncated)
  return done(await present(result.rows))
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

const TABLE = 'registration_requests'

const claimRequest: Handler<typeof contract.claimRequest> = async (
  { params, body, caller, facts },
  deps,
) => {
  const before = await findRequest(deps.database.db, params.id)
  if (before === undefined) return refuse('not-found')
  const row = { table: TABLE, id: before.request_id, before } as const
  const outcome = await facts.transact(async (transaction) => {
    const wish = { caller, takeOver: body?.takeOver }
    const claimed = await claimRow(deps, transaction, row, wish)
    if (claimed === undefined) return refuse('request-claimed')
    facts.trace({
      target: `member:${before.id}`,
      detail: { request: before.request_id, takenOver: claimed.takenOver },
    })
    return done({ claim: claimed.claim })
  })
  return outcome.ok ? outcome : refusedState(deps, caller, params.id)
}

const releaseRequest: Handler<typeof contract.releaseRequest> = async (
  { params, caller, facts },
  { database: { db } },
) => {
  const row = await findRequest(db, params.id)
  if (row === undefined) return refuse('not-found')
  return facts.transact(async (transaction) => {
    const released = await dropLock(transaction, TABLE, params.id, caller.memberId)
    facts.trace({ target: `member:${row.id}`, detail: { request: row.request_id, released } })
    return done({ released })
  })
}

/** Where to go on from is a guess too: the order tells whether that request exists. */
const nextRequest: Handler<typeof contract.nextRequest> = async (input, deps) => {
  const { caller, facts } = input
  const from = input.body?.from
  const isKnown = from === undefined || (await findRequest(deps.database.db, from)) !== undefined
  return withinLookUps(
    deps,
    { caller, facts, guesses: from === undefined ? 0 : 1 },
    () => takeNextRequest(input, deps),
    () => (isKnown ? { known: 1, unknown: 0 } : { known: 0, unknown: 1 }),
  )
}

const takeNextRequest: Handler<typeof contract.nextRequest> = async (input, deps) => {
  const { body, caller, facts } = input
  const taken = await facts.transact(async (transaction) => {
    const wish = wishOf(deps, caller)
    const from = { from: body?.from, back: body?.direction === 'back' }
    const id = await takeNext(transaction, TABLE, wish, from)
    const requestId = id === undefined ? null : String(id)
    facts.trace({ detail: { request: requestId } })
    const claim = requestId === null ? null : await presentOwn(transaction, wish)
    return done({ requestId, claim, ...(await countQueue(transaction, TABLE, wish)) })
  })
  if (!taken.ok) return taken
  const { requestId } = taken.value
  const opened =
    body?.open === true && requestId !== null
      ? await openRequest(deps, caller, facts, requestId)
      : null
  return done({ ...taken.value, opened })
}

const requestHolders: Handler<typeof contract.requestHolders> = async ({ caller }, deps) => {
  const { waiting, holders } = await readHolders(deps, TABLE, caller)
  return done({
    waiting,
    holders: holders.map(({ id, claim }) => ({ requestId: String(id), claim })),
  })
}

export const requestsHandlers: HandlersOf<typeof contract.requestsRoutes> = {
  'request.list': listRequests,
  'request.read': oneLookUp(readRequest),
  'request.decide': oneLookUp(decideRequest),
  'request.undo': oneLookUp(undoRequest),
  'request.delete': oneLookUp(deleteRequest),
  'request.deleted': listDeletedRequests,
  'request.restore': restoreRequest,
  'request.claim': oneLookUp(claimRequest),
  'request.release': oneLookUp(releaseRequest),
  'request.next': nextRequest,
  'request.holders': requestHolders,
}
