/**
 * Indexes for the lists of work: the audit log by action and by time, requests by time.
 */
import { sql, type Kysely } from 'kysely'

const AUDIT = {
  audit_by_time: 'at, seq',
  audit_by_action_time: 'action, at, seq',
  audit_by_actor_time: 'actor, at, seq',
  audit_by_actor_action: 'actor, action, seq, at',
} as const

export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index audit_by_time`.execute(db) // without the number, which orders rows of one instant
  for (const [name, columns] of Object.entries(AUDIT))
    await sql`create index ${sql.ref(name)} on audit (${sql.raw(columns)})`.execute(db)
  await sql`create index registration_requests_by_created on registration_requests (created_at desc, id desc)`.execute(
    db,
  )
  // The one before was sorted for beginnings of names, which a keyed index does not know; SQLite
  // cannot compare whole keys with it.
  await sql`drop index if exists members_by_tribe_key`.execute(db)
  await sql`create index members_by_tribe_key on members (tribe_key, created_at desc, id desc)`.execute(
    db,
  )
  // The numbers of open reports are read without their long rows.
  await sql`create index reports_counted on reports (status, created_at) where deleted_at is null`.execute(
    db,
  )
  await sql`create index reports_listed on reports (created_at desc, id desc, held_at, status) where deleted_at is null`.execute(
    db,
  )
}
