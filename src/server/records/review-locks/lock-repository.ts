/**
 * Queries of review locks. Each change checks its precondition in its own `where`, so that only one
 * of two simultaneous changes has an effect.
 */
import type { ExpressionBuilder, Kysely } from 'kysely'
import { OPEN_REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { LockColumns } from './lock-rules.ts'

/** The tables whose rows are held. */
export type Lockable = 'registration_requests' | 'reports'
/** The id of a request is a text, that of a report a number. */
export type LockedId = string | number

/**
 * What the tables have in common; only reports have `deleted_at`.
 * @public The compiler names it in a declaration of another module.
 */
export interface LockableTable extends LockColumns {
  readonly id: LockedId
  readonly status: string
  readonly created_at: string
  readonly deleted_at: string | null
}
type Locks = Record<Lockable, LockableTable>
const locksIn = (db: Kysely<Schema>) => db as unknown as Kysely<Locks> // a part of both tables

/** A row that waits for a decision: nothing else is held. */
const waits = (table: Lockable) => (eb: ExpressionBuilder<Locks, Lockable>) =>
  table === 'reports'
    ? eb.and([eb('status', 'in', [...OPEN_REPORT_STATUSES]), eb('deleted_at', 'is', null)])
    : eb('status', '=', 'pending')

/** Not locked, locked by the caller, or no longer locked. */
export const freeFor =
  (callerId: number, at: string) =>
  <DB extends Record<TB, LockColumns>, TB extends keyof DB & string>(
    eb: ExpressionBuilder<DB, TB>,
  ) => {
    const of = eb as unknown as ExpressionBuilder<Locks, Lockable> // the columns of a lock
    return of.or([
      of('claimed_by', 'is', null),
      of('claimed_by', '=', callerId),
      of('claim_expires_at', 'is', null),
      of('claim_expires_at', '<=', at),
    ])
  }

export interface LockWish {
  readonly callerId: number
  readonly at: string
  readonly until: string
}

/** Returns false when the row does not wait any more, or is locked by another reviewer. */
export async function takeLock(
  db: Kysely<Schema>,
  table: Lockable,
  id: LockedId,
  { callerId, at, until }: LockWish,
  fromColleague = false,
): Promise<boolean> {
  let update = locksIn(db)
    .updateTable(table)
    .set({ claimed_by: callerId, claim_expires_at: until })
    .where('id', '=', id)
    .where(waits(table))
  if (!fromColleague) update = update.where(freeFor(callerId, at))
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

export async function dropLock(
  db: Kysely<Schema>,
  table: Lockable,
  id: LockedId,
  callerId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await locksIn(db)
    .updateTable(table)
    .set({ claimed_by: null, claim_expires_at: null })
    .where('id', '=', id)
    .where('claimed_by', '=', callerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface LockPlace {
  readonly id: LockedId
  readonly created_at: string
}

export const placeOf = (
  db: Kysely<Schema>,
  table: Lockable,
  id: LockedId,
): Promise<LockPlace | undefined> =>
  locksIn(db).selectFrom(table).select(['id', 'created_at']).where('id', '=', id).executeTakeFirst()

/** The oldest unlocked row, or the nearest one after (or before) a position in the queue. */
export function freeRow(
  db: Kysely<Schema>,
  table: Lockable,
  wish: Pick<LockWish, 'callerId' | 'at'>,
  from?: { readonly place: LockPlace; readonly back: boolean },
): Promise<{ id: LockedId } | undefined> {
  const order = from?.back === true ? 'desc' : 'asc'
  let query = locksIn(db)
    .selectFrom(table)
    .select('id')
    .where(waits(table))
    .where(freeFor(wish.callerId, wish.at))
  if (from !== undefined) {
    const {
      place: { id, created_at: created },
      back,
    } = from
    const beyond = back ? '<' : '>'
    query = query.where((eb) =>
      eb.or([
        eb('created_at', beyond, created),
        eb.and([eb('created_at', '=', created), eb('id', beyond, id)]),
      ]),
    )
  }
  return query.orderBy('created_at', order).orderBy('id', order).limit(1).executeTakeFirst()
}

export async function countQueue(
  db: Kysely<Schema>,
  table: Lockable,
  { callerId, at }: Pick<LockWish, 'callerId' | 'at'>,
): Promise<{ readonly waiting: number; readonly heldByOthers: number }> {
  const row = await locksIn(db)
    .selectFrom(table)
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn
        .sum<number | null>(
          eb
            .case()
            .when(
              eb.and([
                eb('claimed_by', 'is not', null),
                eb('claimed_by', '!=', callerId),
                eb('claim_expires_at', '>', at),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('held'),
    ])
    .where(waits(table))
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), heldByOthers: Number(row.held ?? 0) }
}

/** Locks of waiting rows, the newest first: those in force come before those that have ended. */
export const listLocks = (db: Kysely<Schema>, table: Lockable, max: number) =>
  locksIn(db)
    .selectFrom(table)
    .select(['id', 'claimed_by', 'claim_expires_at'])
    .where(waits(table))
    .where('claimed_by', 'is not', null)
    .orderBy('claim_expires_at', 'desc')
    .limit(max)
    .execute()

/** Names and roles of these members, in no order. */
export const listColleagues = (db: Kysely<Schema>, ids: readonly number[]) =>
  db
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name', 'role'])
    .where('id', 'in', ids)
    .execute()
