import type { Kysely } from 'kysely'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** Views of a member's identity documents by other members, newest first. */
const looks = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('audit')
    .where('action', '=', 'document.viewed')
    .where('target', '=', memberActor(memberId))
    .where('actor', '!=', memberActor(memberId))

export const readLooks = (db: Kysely<Schema>, memberId: number, max: number) =>
  looks(db, memberId).select(['at', 'actor', 'detail']).orderBy('seq', 'desc').limit(max).execute()

export async function countLooks(db: Kysely<Schema>, memberId: number): Promise<number> {
  const { n } = await looks(db, memberId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The member of a session; undefined when there is no such session. */
export const findViewer = (db: Kysely<Schema>, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.first_name', 'members.last_name'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
