/** Devices at the door, and which of them brought a check-in. */
import { sql, type Kysely } from 'kysely'
import { texts } from './0001-first.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await texts(
    schema.createTable('kiosk_devices').addColumn('id', 'text', (c) => c.primaryKey()),
    ['name', 'token_hash', 'enrolled_at', 'expires_at', 'app_version'],
  )
    // Only a draft without registrations can be deleted, so it has no check-ins.
    .addColumn('event_id', 'text', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .addColumn('enrolled_by', 'bigint', (c) => c.references('members.id').onDelete('set null'))
    .addColumn('last_seen_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('revoked_by', 'bigint', (c) => c.references('members.id').onDelete('set null'))
    .addColumn('ended_at', 'text')
    .execute()
  await schema
    .createIndex('kiosk_devices_token')
    .on('kiosk_devices')
    .column('token_hash')
    .unique()
    .execute()
  for (const column of ['event_id', 'enrolled_by', 'revoked_by', 'expires_at'])
    await sql`create index ${sql.ref(`kiosk_devices_${column}`)} on kiosk_devices (${sql.ref(column)})`.execute(
      db,
    )

  await sql`alter table check_ins add column device_id text references kiosk_devices(id) on delete set null`.execute(
    db,
  )
  await sql`alter table check_ins add column sequence bigint`.execute(db)
  await sql`create index check_ins_by_device on check_ins (device_id, sequence) where device_id is not null`.execute(
    db,
  )
}
