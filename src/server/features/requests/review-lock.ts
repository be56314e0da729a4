import {
  CLAIM_TTL_S,
  type claimRequest as claimRoute,
  type nextRequest as nextRoute,
  type releaseRequest as releaseRoute,
} from '#shared/contract/requests.ts'
import type { Kysely } from 'kysely'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import {
  countQueue,
  dropLock,
  freeRequest,
  placeOf,
  takeLock,
  type LockWish,
} from './review-lock-repository.ts'
import { isHeldByOther } from './review-lock-rules.ts'
import { presentLock } from './present.ts'
import { refusedState } from './refused-state.ts'
import { findRequest } from './request-repository.ts'
import { staffPeople } from './staff-people.ts'

/**
 * A failed try means that another reviewer took the request just found; the next one is then
 * searched.
 */
const TRIES_MAX = 25

const wishOf = ({ clock }: Deps, { memberId }: Caller): LockWish => ({
  callerId: memberId,
  at: isoNow(clock),
  until: isoAfter(clock, CLAIM_TTL_S),
})

async function presentOwn(db: Kysely<Schema>, { callerId, at, until }: LockWish) {
  const lock = presentLock(
    { claimed_by: callerId, claim_expires_at: until },
    { callerId, at, colleagues: await staffPeople(db, [callerId]) },
  )
  if (lock === null) throw new Error('The account that locks the request is gone')
  return lock
}

/** Only an administrator can take over a locked request, and only with an explicit flag. */
export const claimRequest: Handler<typeof claimRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  const { db } = deps.database
  const wish = wishOf(deps, caller)
  const before = await findRequest(db, params.id)
  if (before === undefined) return refuse('not-found')
  const takesOver = body?.takeOver === true && caller.role === 'admin'
  const outcome = await facts.transact(async (transaction) => {
    if (!(await takeLock(transaction, params.id, wish, takesOver))) return refuse('request-claimed')
    const fromColleague = takesOver && isHeldByOther(before, caller.memberId, wish.at)
    facts.trace({
      target: `member:${before.id}`,
      detail: { request: before.request_id, takenOver: fromColleague },
    })
    return done({ claim: await presentOwn(transaction, wish) })
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
    const released = await dropLock(transaction, params.id, caller.memberId)
    facts.trace({ target: `member:${row.id}`, detail: { request: row.request_id, released } })
    return done({ released })
  })
}

async function takeNext(
  db: Kysely<Schema>,
  wish: LockWish,
  from: string | undefined,
  back: boolean,
): Promise<string | undefined> {
  const place = from === undefined ? undefined : await placeOf(db, from)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const found = await freeRequest(db, wish, place === undefined ? undefined : { place, back })
    if (found === undefined) return undefined
    if (await takeLock(db, found.id, wish)) return found.id
  }
  return undefined
}

export const nextRequest: Handler<typeof nextRoute> = ({ body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const wish = wishOf(deps, caller)
    const requestId = await takeNext(transaction, wish, body?.from, body?.direction === 'back')
    // Released only when there is another one: at the end of the queue the reviewer keeps the
    // present request.
    if (requestId !== undefined && body?.from !== undefined && body.from !== requestId)
      await dropLock(transaction, body.from, caller.memberId)
    facts.trace({ detail: { request: requestId ?? null } })
    const claim = requestId === undefined ? null : await presentOwn(transaction, wish)
    return done({ requestId: requestId ?? null, claim, ...(await countQueue(transaction, wish)) })
  })
