/**
 * Prevents a second report after a lost response: the key from the author's device, and a hash of
 * the request.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table reports add column client_key text`.execute(db)
  await sql`alter table reports add column client_body_sha256 text`.execute(db)
  await sql`create unique index reports_client_key on reports (reporter_id, client_key) where client_key is not null`.execute(
    db,
  )
}
