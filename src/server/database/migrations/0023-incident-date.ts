/** The day on which what a report tells of happened, where its reporter knows it. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table reports add column incident_date text`.execute(db)
}
