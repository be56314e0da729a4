/**
 * The seal that a device put on a piece of evidence when it was taken, and whether it matches what came. The seal may
 * name the place where the reporter stood, so its column is sealed in the database.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['evidence_uploads', 'files'])
    await sql`alter table ${sql.table(table)} add column seal text`.execute(db)
  await sql`alter table files add column seal_state text`.execute(db)
}
