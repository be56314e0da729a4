/** Tables behind the rest of the calls: codes, tickets, step-up, outgoing mail, registrations for events, pledges. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'
import { texts } from './0001-first.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  const { schema } = db
  await texts(
    schema.createTable('mails').addColumn('id', 'text', (c) => c.primaryKey()),
    ['to_address', 'language', 'template', 'values_sealed', 'created_at', 'next_try_at'],
  )
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('failed_at', 'text')
    .execute()
  await sql`create index mails_waiting on mails (next_try_at) where sent_at is null and failed_at is null`.execute(
    db,
  )

  await texts(
    schema.createTable('tickets').addColumn('id', 'text', (c) => c.primaryKey()),
    ['email_key', 'created_at', 'expires_at'],
  )
    .addColumn('used_at', 'text')
    .addColumn('uploads', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  await texts(schema.createTable('codes'), [
    'purpose',
    'subject',
    'code_mac',
    'created_at',
    'expires_at',
  ])
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('codes_key', ['purpose', 'subject'] as never) // columns are untyped in a migration
    .execute()

  await texts(
    schema.createTable('reset_grants').addColumn('grant_hash', 'text', (c) => c.primaryKey()),
    ['expires_at'],
  )
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('used_at', 'text')
    .execute()

  await texts(schema.createTable('step_ups'), ['proof', 'expires_at'])
    .addColumn('session_id', 'text', (c) =>
      c.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('step_ups_key', ['session_id', 'proof'] as never) // columns are untyped in a migration
    .execute()

  await texts(
    schema.createTable('spent_proofs').addColumn('proof_hash', 'text', (c) => c.primaryKey()),
    ['expires_at'],
  ).execute()

  await texts(
    schema.createTable('email_undos').addColumn('token_hash', 'text', (c) => c.primaryKey()),
    ['old_email', 'expires_at'],
  )
    .addColumn('member_id', 'bigint', (c) =>
      c.notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('used_at', 'text')
    .execute()

  await texts(
    schema.createTable('retired_numbers').addColumn('id', 'bigint', (c) => c.primaryKey()),
    ['retired_at'],
  ).execute()

  await sql`create table event_registrations (
    id ${rules.countedId}, event_id text not null references events(id), member_id bigint not null references members(id) on delete cascade,
    state text not null check (state in ('registered', 'waiting')), created_at text not null)`.execute(
    db,
  )
  await sql`create unique index event_registrations_once on event_registrations (event_id, member_id)`.execute(
    db,
  )
  await sql`create index event_registrations_queue on event_registrations (event_id, state, id)`.execute(
    db,
  )
  await schema
    .createIndex('event_registrations_member')
    .on('event_registrations')
    .column('member_id')
    .execute()

  await texts(
    schema.createTable('pledges').addColumn('id', 'text', (c) => c.primaryKey()),
    ['reference', 'cause', 'method', 'status', 'name', 'email', 'note', 'created_at'],
  )
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('amount_usd', 'integer', (c) => c.notNull())
    .addColumn('member_id', 'bigint')
    .addColumn('decided_by', 'bigint')
    .addColumn('decided_at', 'text')
    .execute()
  await schema.createIndex('pledges_reference').on('pledges').column('reference').unique().execute()
  await schema.createIndex('pledges_member').on('pledges').column('member_id').execute()
  await texts(
    schema.createTable('subscriptions').addColumn('id', 'text', (c) => c.primaryKey()),
    ['email', 'email_key', 'topic', 'language', 'created_at'],
  )
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('pending', 'confirmed', 'ended')`),
    )
    .addColumn('confirmed_at', 'text')
    .addColumn('ended_at', 'text')
    .execute()
  await sql`create unique index subscriptions_once on subscriptions (email_key, topic) where email_key <> ''`.execute(
    db,
  )

  await texts(
    schema.createTable('newsletter_issues').addColumn('news_id', 'text', (c) => c.primaryKey()),
    ['created_at', 'not_before', 'after_key'],
  )
    .addColumn('recipients', 'integer', (c) => c.notNull())
    .addColumn('done_at', 'text')
    .execute()

  await sql`create index pledges_by_created on pledges (created_at desc, id desc)`.execute(db)
}
