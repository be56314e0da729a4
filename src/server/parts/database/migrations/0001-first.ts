/**
 * Tables of the core features: members, cards, sessions, files, audit, and what the demonstration
 * data shows.
 */
import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

/** Adds columns of text that must hold something. */
export const texts = <T extends string>(
  builder: CreateTableBuilder<T>,
  names: readonly string[],
): CreateTableBuilder<T> => {
  for (const name of names)
    builder = builder.addColumn(name, 'text', (column) => column.notNull()) as CreateTableBuilder<T> // the builder's type grows per column; the rows are typed in schema.ts
  return builder
}

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  const { schema } = db
  await texts(
    schema.createTable('members').addColumn('id', 'bigint', (c) => c.primaryKey()),
    [
      'email',
      'email_key',
      'phone',
      'password_hash',
      'role',
      'status',
      'first_name',
      'last_name',
      'tribe',
      'current_country',
      'current_city',
      'current_village',
      'birth_date',
      'birth_country',
      'birth_city',
      'birth_village',
      'marital_status',
      'occupation',
      'sex',
      'mothers_first_name',
      'mothers_last_name',
      'approver_comment',
      'recommended_by',
      'connection_method',
      'comments',
      'language',
      'search_text',
      'created_at',
      'updated_at',
    ],
  )
    .addColumn('validated', 'integer', (c) => c.notNull())
    .addColumn('number_of_kids', 'integer', (c) => c.notNull())
    .addColumn('newsletter', 'integer', (c) => c.notNull())
    .addColumn('notifications', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('card_photo_file', 'text')
    .addColumn('pending_photo_file', 'text')
    .addColumn('id_front_file', 'text')
    .addColumn('id_back_file', 'text')
    .addCheckConstraint(
      'members_status_known',
      sql`status in ('active', 'inactive', 'banned', 'blocked')`,
    )
    .addCheckConstraint('members_kids_not_negative', sql`number_of_kids >= 0`)
    .execute()
  await schema.createIndex('members_email_key').on('members').column('email_key').unique().execute()
  await sql`create unique index members_phone on members (phone) where phone <> ''`.execute(db)
  for (const column of ['role', 'status', 'tribe', 'current_country'])
    await sql`create index ${sql.ref(`members_by_${column}`)} on members (${sql.ref(column)}, created_at desc, id desc)`.execute(
      db,
    )
  await sql`create index members_by_name on members (last_name, first_name, id)`.execute(db)
  await sql`create index members_by_created on members (created_at desc, id desc)`.execute(db)
  await rules.createSearchIndex(db, 'members')

  await schema
    .createTable('member_nationalities')
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('country', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('member_nationalities_key', ['country', 'member_id'] as never) // columns are untyped in a migration
    .execute()
  await schema
    .createIndex('member_nationalities_member')
    .on('member_nationalities')
    .column('member_id')
    .execute()

  await sql`create table cards (
    status_index ${rules.countedId},
    member_id bigint not null references members(id) on delete cascade,
    issued_at text not null, expires_at text not null, replaced_at text)`.execute(db)
  await sql`create unique index cards_in_force on cards (member_id) where replaced_at is null`.execute(
    db,
  )

  await texts(schema.createTable('signing_keys'), [
    'kid',
    'purpose',
    'public_x',
    'private_sealed',
    'created_at',
  ])
    .addColumn('retired_at', 'text')
    .addPrimaryKeyConstraint('signing_keys_key', ['purpose', 'kid'] as never) // columns are untyped in a migration
    .execute()

  await texts(
    schema.createTable('sessions').addColumn('id', 'text', (c) => c.primaryKey()),
    ['device', 'created_at', 'last_used_at'],
  )
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('ended_at', 'text')
    .addColumn('end_reason', 'text')
    .execute()
  await schema.createIndex('sessions_member').on('sessions').column('member_id').execute()

  await texts(
    schema.createTable('refresh_tokens').addColumn('token_hash', 'text', (c) => c.primaryKey()),
    ['created_at', 'expires_at'],
  )
    .addColumn('session_id', 'text', (c) =>
      c.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('used_at', 'text')
    .execute()
  await schema
    .createIndex('refresh_tokens_session')
    .on('refresh_tokens')
    .column('session_id')
    .execute()

  await texts(
    schema.createTable('files').addColumn('id', 'text', (c) => c.primaryKey()),
    ['purpose', 'media_type', 'sha256', 'original_name', 'created_at'],
  )
    .addColumn('owner_id', 'bigint')
    .addColumn('ticket_id', 'text')
    .addColumn('attached_at', 'text')
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('files_owner').on('files').column('owner_id').execute()

  await texts(
    schema.createTable('audit').addColumn('seq', 'bigint', (c) => c.primaryKey()),
    ['at', 'actor', 'action', 'target', 'detail', 'request_id', 'prev_hash', 'hash'],
  ).execute()
  for (const column of ['actor', 'target'])
    await schema
      .createIndex(`audit_by_${column}`)
      .on('audit')
      .columns([column, 'seq'] as never)
      .execute() // columns are untyped in a migration
  await schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
  await sql`insert into audit_head (id, seq, hash) values (1, 0, ${'0'.repeat(64)})`.execute(db)

  await schema
    .createTable('throttles')
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('window_start', 'bigint', (c) => c.notNull())
    .addColumn('hits', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('throttles_key', ['bucket', 'window_start'] as never) // columns are untyped in a migration
    .execute()

  await texts(
    schema.createTable('registration_requests').addColumn('id', 'text', (c) => c.primaryKey()),
    ['status', 'comment', 'created_at'],
  )
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('decided_by', 'bigint')
    .addColumn('decided_at', 'text')
    .execute()
  await schema
    .createIndex('registration_requests_member')
    .on('registration_requests')
    .column('member_id')
    .execute()
  await sql`create index registration_requests_by_status on registration_requests (status, created_at desc, id desc)`.execute(
    db,
  )

  await sql`create table reports (
    id ${rules.countedId}, reporter_id bigint,
    type text not null, description text not null, country text not null, city text not null, actor text not null,
    actor_name text not null, actor_desc text not null, actor_account text not null, victim text not null,
    google_map_link text not null, verifier_comment text not null, search_text text not null,
    type_folded text not null, actor_folded text not null, victim_folded text not null,
    status text not null check (status in ('not verified', 'under review', 'verified', 'rejected')),
    created_at text not null, updated_at text not null, deleted_at text, deleted_reason text)`.execute(
    db,
  )
  await sql`create index reports_by_created on reports (created_at desc, id desc)`.execute(db)
  await rules.createSearchIndex(db, 'reports')

  await sql`create table report_evidence (
    id ${rules.countedId}, report_id bigint not null references reports(id) on delete cascade,
    evidence_type text not null, file_id text not null references files(id), description text not null,
    uploaded_at text not null, deleted_at text)`.execute(db)
  await sql`create index report_evidence_report on report_evidence (report_id)`.execute(db)
  await sql`create unique index report_evidence_file on report_evidence (file_id)`.execute(db)
  await sql`create index reports_by_reporter on reports (reporter_id, created_at)`.execute(db)

  await texts(
    schema.createTable('events').addColumn('id', 'text', (c) => c.primaryKey()),
    [
      'starts_at',
      'ends_at',
      'contact_person',
      'contact_email',
      'contact_phone',
      'organizer',
      'content',
      'status',
      'created_at',
    ],
  )
    .addColumn('capacity', 'integer')
    .addColumn('price', 'text')
    .addColumn('image_file', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()

  await texts(
    schema.createTable('check_ins').addColumn('id', 'text', (c) => c.primaryKey()),
    ['gate', 'at', 'recorded_at'],
  )
    .addColumn('event_id', 'text', (c) => c.notNull().references('events.id'))
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .execute()
  await sql`create index check_ins_by_member on check_ins (event_id, member_id, at)`.execute(db)
  await schema.createIndex('check_ins_member').on('check_ins').column('member_id').execute()

  await texts(
    schema.createTable('news').addColumn('id', 'text', (c) => c.primaryKey()),
    ['date', 'content', 'link', 'status', 'created_at'],
  )
    .addColumn('image_file', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()

  await texts(
    schema.createTable('claims').addColumn('id', 'text', (c) => c.primaryKey()),
    [
      'first_name',
      'last_name',
      'email',
      'phone',
      'subject',
      'message',
      'status',
      'note',
      'created_at',
    ],
  )
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('member_id', 'bigint')
    .addColumn('decided_by', 'bigint')
    .addColumn('decided_at', 'text')
    .execute()
  await schema.createIndex('claims_member').on('claims').column('member_id').execute()
  await sql`create index claims_by_created on claims (created_at desc, id desc)`.execute(db)
}
