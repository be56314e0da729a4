/** What the sender's device says of an original that it made smaller before it sent it. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['evidence_uploads', 'files']) {
    await sql`alter table ${sql.table(table)} add column original_sha256 text`.execute(db)
    await sql`alter table ${sql.table(table)} add column original_bytes bigint`.execute(db)
  }
}
