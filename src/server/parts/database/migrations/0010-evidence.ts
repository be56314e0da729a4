/** Uploads of evidence that can be resumed, and the parts of films. */
import { sql, type Kysely } from 'kysely'
import { texts } from './0001-first.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await texts(
    schema.createTable('evidence_uploads').addColumn('id', 'text', (c) => c.primaryKey()),
    ['name', 'sha256', 'created_at', 'expires_at'],
  )
    .addColumn('member_id', 'bigint', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('open', 'finishing', 'finished', 'closed')`),
    )
    .addColumn('received_bytes', 'bigint', (c) => c.notNull())
    .addColumn('finishing_id', 'text')
    .addColumn('finishing_at', 'text')
    .addColumn('fault', 'text')
    .addColumn('file_id', 'text')
    .execute()
  await schema
    .createIndex('evidence_uploads_member')
    .on('evidence_uploads')
    .column('member_id')
    .execute()
  await schema
    .createIndex('evidence_uploads_expires')
    .on('evidence_uploads')
    .column('expires_at')
    .execute()
  await sql`create index evidence_uploads_file on evidence_uploads (file_id) where file_id is not null`.execute(
    db,
  )

  await texts(
    schema.createTable('file_parts').addColumn('id', 'text', (c) => c.primaryKey()),
    ['sha256'],
  )
    .addColumn('upload_id', 'text')
    .addColumn('file_id', 'text')
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('size_bytes', 'integer', (c) => c.notNull())
    .addColumn('stored_at', 'text')
    .execute()
  await sql`create index file_parts_upload on file_parts (upload_id, number) where upload_id is not null`.execute(
    db,
  )
  await sql`create index file_parts_file on file_parts (file_id, number) where file_id is not null`.execute(
    db,
  )
}
