/**
 * Several members may have the same phone number, and it signs in to one account at most; devices
 * that a member signed in with.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table members add column phone_confirmed integer not null default 0`.execute(db)
  await sql`update members set phone_confirmed = 1 where phone <> '' and validated = 1`.execute(db)
  await sql`drop index members_phone`.execute(db)
  await sql`create unique index members_confirmed_phone on members (phone) where phone_confirmed = 1 and phone <> ''`.execute(
    db,
  )
  await sql`create index members_by_phone on members (phone) where phone <> ''`.execute(db)

  await db.schema
    .createTable('known_devices')
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('device_key', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_devices_key', ['member_id', 'device_key'] as never) // columns are untyped in a migration
    .execute()
}
