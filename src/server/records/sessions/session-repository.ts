import type { Kysely } from 'kysely'
import { hasFactor } from '../../parts/database/has-factor.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** Queries of sessions and their refresh tokens; rules live in the commands. */

export const insertSession = (
  db: Kysely<Schema>,
  row: {
    id: string
    memberId: number
    device: string
    at: string
    waitsUntil: string | null
    rotates: boolean
  },
) =>
  db
    .insertInto('sessions')
    .values({
      id: row.id,
      member_id: row.memberId,
      device: row.device,
      created_at: row.at,
      last_used_at: row.at,
      active_at: row.at,
      ended_at: null,
      end_reason: null,
      waits_until: row.waitsUntil,
      rotates: row.rotates ? 1 : 0,
    })
    .execute()

export const insertRefreshToken = (
  db: Kysely<Schema>,
  row: { hash: string; sessionId: string; at: string; expiresAt: string },
) =>
  db
    .insertInto('refresh_tokens')
    .values({
      token_hash: row.hash,
      session_id: row.sessionId,
      created_at: row.at,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing()) // the same successor, made twice within the grace time
    .execute()

/** Marks a token as exchanged; returns how many rows changed, which is 1 for exactly one of many that try at once. */
export async function markUsed(db: Kysely<Schema>, hash: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refresh_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findRefreshToken = (db: Kysely<Schema>, hash: string) =>
  db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select([
      'refresh_tokens.used_at',
      'refresh_tokens.expires_at',
      'refresh_tokens.session_id',
      'sessions.ended_at',
      'sessions.created_at',
      'sessions.active_at',
      'sessions.member_id',
      'members.status',
      'members.role',
      'sessions.factor_at',
      'sessions.rotates',
    ])
    .select(hasFactor('members.id').as('has_factor'))
    .where('refresh_tokens.token_hash', '=', hash)
    .executeTakeFirst()

export const touchSession = (
  db: Kysely<Schema>,
  sessionId: string,
  { at, activeAt }: { readonly at: string; readonly activeAt: string },
) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: at, active_at: activeAt })
    .where('id', '=', sessionId)
    .execute()

/** Ends a live session; returns whether there was one. */
export async function endSession(
  db: Kysely<Schema>,
  sessionId: string,
  at: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @param since ISO instant: sessions that were not used since then are over; so is one that waited for its factor until `now` */
export const liveSessionsOf = (
  db: Kysely<Schema>,
  memberId: number,
  { since, now }: { readonly since: string; readonly now: string },
) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '>', now)]))
    .where('last_used_at', '>=', since)
    .orderBy('last_used_at', 'desc')
    .execute()

export const findSession = (db: Kysely<Schema>, sessionId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'member_id', 'ended_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()

/** Ends the live sessions of a member, but the one to keep; returns how many there were. */
export async function endSessionsOfMember(
  db: Kysely<Schema>,
  memberId: number,
  end: { readonly at: string; readonly reason: string; readonly keep?: string },
): Promise<number> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: end.at, end_reason: end.reason })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
  if (end.keep !== undefined) query = query.where('id', '!=', end.keep)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
