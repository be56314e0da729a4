/** What administrators set: settings, invitation codes, periods; how far the audit log was checked; the history of pledges. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'
import { texts } from './0001-first.ts'

const NO_HASH = '0'.repeat(64)

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  const { schema } = db
  await texts(
    schema.createTable('settings').addColumn('name', 'text', (c) => c.primaryKey()),
    ['value', 'updated_at'],
  )
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('updated_by', 'bigint')
    .execute()

  await texts(
    schema.createTable('invitation_codes').addColumn('id', 'text', (c) => c.primaryKey()),
    ['code', 'label', 'created_at'],
  )
    .addColumn('uses', 'integer', (c) => c.notNull())
    .addColumn('uses_max', 'integer')
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('created_by', 'bigint')
    .execute()
  await schema
    .createIndex('invitation_codes_code')
    .on('invitation_codes')
    .column('code')
    .unique()
    .execute()

  await texts(
    schema.createTable('job_turns').addColumn('name', 'text', (c) => c.primaryKey()),
    ['started_at', 'detail'],
  )
    .addColumn('done_at', 'text')
    .execute()
  // The first deletion comes a day later, so that administrators can check the periods first.
  const now = new Date().toISOString()
  for (const name of ['retention', 'audit-check'])
    await sql`insert into job_turns (name, started_at, done_at, detail) values (${name}, ${now}, ${now}, '')`.execute(
      db,
    )

  // The log begins after its base: the retention deleted the rows up to it.
  await sql`alter table audit_head add column base_seq bigint not null default 0`.execute(db)
  await sql`alter table audit_head add column base_hash text not null default '${sql.raw(NO_HASH)}'`.execute(
    db,
  )
  await schema
    .createTable('audit_checks')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('walk_seq', 'bigint', (c) => c.notNull())
    .addColumn('walk_hash', 'text', (c) => c.notNull())
    .addColumn('walk_to', 'bigint')
    .addColumn('verified_seq', 'bigint', (c) => c.notNull())
    .addColumn('verified_at', 'text')
    .addColumn('broken_seq', 'bigint')
    .addColumn('broken_at', 'text')
    .execute()
  await sql`insert into audit_checks (id, walk_seq, walk_hash, verified_seq) values (1, 0, ${NO_HASH}, 0)`.execute(
    db,
  )
  await sql`create index audit_by_action on audit (action, seq)`.execute(db)

  await sql`alter table reports add column held_at text`.execute(db)
  await sql`create index reports_held on reports (held_at) where held_at is not null`.execute(db)

  await sql`alter table pledges add column received_on text`.execute(db)
  await sql`create table pledge_decisions (
    id ${rules.countedId}, pledge_id text not null references pledges(id) on delete cascade,
    status text not null, note text not null, received_on text, decided_by bigint, decided_at text not null)`.execute(
    db,
  )
  await sql`create index pledge_decisions_pledge on pledge_decisions (pledge_id, id)`.execute(db)
}
