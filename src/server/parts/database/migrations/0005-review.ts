/** Who reviews which request at the moment, and what the review asks of the members: birth dates and new portraits. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema.alterTable('registration_requests').addColumn('claimed_by', 'bigint').execute()
  await schema.alterTable('registration_requests').addColumn('claim_expires_at', 'text').execute()
  // Duplicates are looked for among people who were born on the same day.
  await sql`create index members_by_birth_date on members (birth_date)`.execute(db)
  // Partial index: few portraits wait at a time, among many members.
  await sql`create index members_pending_photo on members (id) where pending_photo_file is not null`.execute(
    db,
  )
}
