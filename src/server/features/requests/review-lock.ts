import type {
  claimRequest as claimRoute,
  nextRequest as nextRoute,
  requestHolders as holdersRoute,
  releaseRequest as releaseRoute,
} from '#shared/contract/requests.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { countQueue, dropLock } from '../../review-locks/lock-repository.ts'
import {
  claimRow,
  presentOwn,
  readHolders,
  takeNext,
  wishOf,
} from '../../review-locks/review-lock.ts'
import { openRequest } from './open-request.ts'
import { refusedState } from './refused-state.ts'
import { findRequest } from './request-repository.ts'

const TABLE = 'registration_requests'

export const claimRequest: Handler<typeof claimRoute> = async (
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

export const releaseRequest: Handler<typeof releaseRoute> = async (
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

export const nextRequest: Handler<typeof nextRoute> = async (input, deps) => {
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

export const requestHolders: Handler<typeof holdersRoute> = async ({ caller }, deps) => {
  const { waiting, holders } = await readHolders(deps, TABLE, caller)
  return done({
    waiting,
    holders: holders.map(({ id, claim }) => ({ requestId: String(id), claim })),
  })
}
