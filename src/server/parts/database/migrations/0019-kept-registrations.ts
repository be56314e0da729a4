/**
 * What a used ticket was used for, so that a registration can be repeated after a lost response.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tickets add column request_id text`.execute(db)
  await sql`alter table tickets add column body_mac text`.execute(db)
}
