/** When a session was last used by a person, as its client says. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column active_at text`.execute(db)
  await sql`update sessions set active_at = last_used_at`.execute(db)
}
