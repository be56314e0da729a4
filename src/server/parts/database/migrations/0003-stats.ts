/** Indexes for the numbers of the overview: each count reads an index alone, never the wide rows of the people. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index members_by_status_country on members (status, current_country)`.execute(db)
  await sql`create index members_validated_created on members (validated, created_at, id)`.execute(
    db,
  )
  await sql`create index members_new_portraits on members (pending_photo_file) where pending_photo_file is not null`.execute(
    db,
  )
  await sql`create index registration_requests_decided on registration_requests (decided_at, status, member_id, created_at)`.execute(
    db,
  )
  await sql`create index claims_by_status on claims (status, created_at)`.execute(db)
  await sql`create index claims_decided on claims (decided_at, created_at)`.execute(db)
}
