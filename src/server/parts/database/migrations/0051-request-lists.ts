/**
 * A search among requests goes from people to their requests and back: in these indexes it reads no
 * request before the page is known.
 */
import { sql, type Kysely } from 'kysely'

const COLUMNS = {
  registration_requests_member: 'member_id, status, created_at, id',
  registration_requests_by_created: 'created_at desc, id desc, member_id, status',
  registration_requests_by_status: 'status, created_at desc, id desc, member_id',
} as const

export async function up(db: Kysely<never>): Promise<void> {
  for (const [name, columns] of Object.entries(COLUMNS)) {
    await sql`drop index ${sql.ref(name)}`.execute(db)
    await sql`create index ${sql.ref(name)} on registration_requests (${sql.raw(columns)})`.execute(
      db,
    )
  }
}
