/**
 * Queries of review locks. Each change checks its precondition in its own `where`, so that only one
 * of two simultaneous changes has an effect.
 */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

type Requests = ExpressionBuilder<Schema, 'registration_requests'>

/** Not locked, locked by the caller, or no longer locked. */
export const freeFor = (callerId: number, at: string) => (eb: Requests) =>
  eb.or([
    eb('claimed_by', 'is', null),
    eb('claimed_by', '=', callerId),
    eb('claim_expires_at', 'is', null),
    eb('claim_expires_at', '<=', at),
  ])

export interface LockWish {
  readonly callerId: number
  readonly at: string
  readonly until: string
}

/** Returns false when the request is not pending any more, or locked by another reviewer. */
export async function takeLock(
  db: Kysely<Schema>,
  id: string,
  { callerId, at, until }: LockWish,
  fromColleague = false,
): Promise<boolean> {
  let update = db
    .updateTable('registration_requests')
    .set({ claimed_by: callerId, claim_expires_at: until })
    .where('id', '=', id)
    .where('status', '=', 'pending')
  if (!fromColleague) update = update.where(freeFor(callerId, at))
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

export async function dropLock(db: Kysely<Schema>, id: string, callerId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_requests')
    .set({ claimed_by: null, claim_expires_at: null })
    .where('id', '=', id)
    .where('claimed_by', '=', callerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface Place {
  readonly id: string
  readonly created_at: string
}

export const placeOf = (db: Kysely<Schema>, id: string): Promise<Place | undefined> =>
  db
    .selectFrom('registration_requests')
    .select(['id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The oldest unlocked request, or the nearest one after (or before) a position in the queue. */
export function freeRequest(
  db: Kysely<Schema>,
  wish: Pick<LockWish, 'callerId' | 'at'>,
  from?: { readonly place: Place; readonly back: boolean },
): Promise<{ id: string } | undefined> {
  const order = from?.back === true ? 'desc' : 'asc'
  let query = db
    .selectFrom('registration_requests')
    .select('id')
    .where('status', '=', 'pending')
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
  { callerId, at }: Pick<LockWish, 'callerId' | 'at'>,
): Promise<{ readonly waiting: number; readonly heldByOthers: number }> {
  const row = await db
    .selectFrom('registration_requests')
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
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), heldByOthers: Number(row.held ?? 0) }
}
