/** The day of the incident of a report, where the reporter knows it. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table reports add column incident_date text`.execute(db)
}
