/** What the routes of requests and of reports do with their review locks. */
import type { Kysely } from 'kysely'
import { CLAIM_TTL_S, HOLDERS_MAX, type ReviewLock } from '#shared/contract/base/review-lock.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  countQueue,
  dropLock,
  freeRow,
  listLocks,
  placeOf,
  takeLock,
  type Lockable,
  type LockedId,
  type LockWish,
} from './lock-repository.ts'
import { isHeld, isHeldByOther, type LockColumns } from './lock-rules.ts'
import { staffPeople, type Colleague } from './staff-people.ts'

export const wishOf = (
  { clock }: Pick<Deps, 'clock'>,
  { memberId }: Pick<Caller, 'memberId'>,
): LockWish => ({
  callerId: memberId,
  at: isoNow(clock),
  until: isoAfter(clock, CLAIM_TTL_S),
})

interface Onlooker {
  readonly callerId: number
  readonly at: string
  readonly colleagues: ReadonlyMap<number, Colleague>
}

/** An expired review lock, or one of an erased holder, counts as none. */
export function presentLock(
  row: LockColumns,
  { callerId, at, colleagues }: Onlooker,
): ReviewLock | null {
  if (!isHeld(row, at) || row.claimed_by === null || row.claim_expires_at === null) return null
  const by = colleagues.get(row.claimed_by)
  return by === undefined
    ? null
    : { by, until: row.claim_expires_at, mine: row.claimed_by === callerId }
}

export const presentLockOf = async (
  db: Kysely<Schema>,
  row: LockColumns,
  who: Pick<Onlooker, 'callerId' | 'at'>,
): Promise<ReviewLock | null> =>
  presentLock(row, { ...who, colleagues: await staffPeople(db, [row.claimed_by]) })

export async function presentOwn(
  db: Kysely<Schema>,
  { callerId, at, until }: LockWish,
): Promise<ReviewLock> {
  const lock = await presentLockOf(
    db,
    { claimed_by: callerId, claim_expires_at: until },
    { callerId, at },
  )
  if (lock === null) throw new Error('The account that takes the review lock is gone')
  return lock
}

interface Claimed {
  readonly claim: ReviewLock
  /** A colleague held it. */
  readonly takenOver: boolean
}

/**
 * Only an administrator can take over a lock, and only with an explicit flag.
 * @param before the row as it was read
 * @returns undefined where the row does not wait, or a colleague holds it
 */
export async function claimRow(
  deps: Pick<Deps, 'clock'>,
  transaction: Kysely<Schema>,
  row: { readonly table: Lockable; readonly id: LockedId; readonly before: LockColumns },
  { caller, takeOver }: { readonly caller: Caller; readonly takeOver: boolean | undefined },
): Promise<Claimed | undefined> {
  const wish = wishOf(deps, caller)
  const takesOver = takeOver === true && caller.role === 'admin'
  if (!(await takeLock(transaction, row.table, row.id, wish, takesOver))) return undefined
  return {
    claim: await presentOwn(transaction, wish),
    takenOver: takesOver && isHeldByOther(row.before, caller.memberId, wish.at),
  }
}

/**
 * A failed try means that another reviewer took the row just found; the next one is then searched.
 */
const TRIES_MAX = 25

export async function takeNext(
  db: Kysely<Schema>,
  table: Lockable,
  wish: LockWish,
  { from, back }: { readonly from: LockedId | undefined; readonly back: boolean },
): Promise<LockedId | undefined> {
  const place = from === undefined ? undefined : await placeOf(db, table, from)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const found = await freeRow(db, table, wish, place === undefined ? undefined : { place, back })
    if (found === undefined) return undefined
    if (await takeLock(db, table, found.id, wish)) {
      // Released only when there is another one: at the end of the queue the reviewer keeps the
      // present one.
      if (from !== undefined && from !== found.id) await dropLock(db, table, from, wish.callerId)
      return found.id
    }
  }
  return undefined
}

/** Each row says who holds an item, never whose it is. */
export async function readHolders(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  table: Lockable,
  { memberId }: Pick<Caller, 'memberId'>,
) {
  const who = { callerId: memberId, at: isoNow(clock) }
  const rows = await listLocks(db, table, HOLDERS_MAX)
  const colleagues = await staffPeople(
    db,
    rows.map(({ claimed_by: id }) => id),
  )
  return {
    waiting: (await countQueue(db, table, who)).waiting,
    holders: rows.flatMap((row) => {
      const claim = presentLock(row, { ...who, colleagues })
      return claim === null ? [] : [{ id: row.id, claim }]
    }),
  }
}
