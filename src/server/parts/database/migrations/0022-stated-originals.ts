/**
 * Hash and size, as stated by the sender's device, of an original that the device reduced before
 * sending.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['evidence_uploads', 'files']) {
    await sql`alter table ${sql.table(table)} add column original_sha256 text`.execute(db)
    await sql`alter table ${sql.table(table)} add column original_bytes bigint`.execute(db)
  }
}
