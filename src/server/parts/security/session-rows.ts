/**
 * The rows that say who a caller is. A read may use what was read within the last second: a ban, a sign-out or a change of
 * role or password by this process counts at once, one by another server within a second (ADR 0082).
 */
import type { Kysely } from 'kysely'
import type { Database } from '../database/engine.ts'
import { hasFactor } from '../database/has-factor.ts'
import type { Schema } from '../database/schema.ts'

export const SESSION_KEPT_MS = 1_000
/** Some 300 bytes each. */
const KEPT_MAX = 10_000

interface SessionKey {
  readonly sessionId: string
  readonly memberId: number
}

const load = (db: Kysely<Schema>, { sessionId, memberId }: SessionKey) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select([
      'members.id',
      'members.role',
      'members.status',
      'sessions.ended_at',
      'sessions.created_at',
      'sessions.active_at',
      'sessions.factor_at',
      'sessions.waits_until',
    ])
    .select(hasFactor('members.id').as('has_factor'))
    .where('sessions.id', '=', sessionId)
    .where('members.id', '=', memberId)
    .executeTakeFirst()

type SessionRow = NonNullable<Awaited<ReturnType<typeof load>>>

export interface SessionRows {
  /** @param isFresh for a call that changes something: reads the row in any case */
  read(key: SessionKey, isFresh: boolean): Promise<SessionRow | undefined>
}

/** @param nowMs a clock that no one sets */
export function createSessionRows(
  { db, callerChanges }: Pick<Database, 'db' | 'callerChanges'>,
  nowMs = () => performance.now(),
): SessionRows {
  const kept = new Map<string, { readonly row: SessionRow; readonly sinceMs: number }>()
  let countAtKept = callerChanges.count
  return {
    async read(key, isFresh) {
      const name = `${key.sessionId} ${key.memberId}`
      const { count } = callerChanges
      const sinceMs = nowMs() // before the row is read: it may change from then on
      if (count !== countAtKept) {
        kept.clear()
        countAtKept = count
      }
      const found = kept.get(name)
      if (!isFresh && found !== undefined && sinceMs - found.sinceMs < SESSION_KEPT_MS)
        return found.row
      const row = await load(db, key)
      if (callerChanges.count !== count) return row // it may have been read before that change
      kept.delete(name)
      if (kept.size >= KEPT_MAX) kept.clear()
      if (row !== undefined) kept.set(name, { row, sinceMs })
      return row
    },
  }
}
