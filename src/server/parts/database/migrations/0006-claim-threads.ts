/** The replies of staff to the senders of claims, and their language. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  const { schema } = db
  await schema.alterTable('claims').addColumn('language', 'text').execute()
  await schema.alterTable('claims').addColumn('replied_at', 'text').execute()
  await schema
    .alterTable('claims')
    .addColumn('entry_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  await sql`create table claim_entries (
    id ${rules.countedId}, claim_id text not null references claims(id) on delete cascade,
    kind text not null check (kind in ('reply', 'resolved', 'rejected', 'reopened')),
    text text not null, mailed integer not null, author_id bigint, created_at text not null)`.execute(
    db,
  )
  await sql`create index claim_entries_claim on claim_entries (claim_id, id)`.execute(db)

  // Before this migration each decision was mailed, and only its note was stored.
  await sql`insert into claim_entries (claim_id, kind, text, mailed, author_id, created_at)
    select id, status, note, 1, decided_by, coalesce(decided_at, created_at) from claims where status <> 'open'`.execute(
    db,
  )
  await sql`update claims set entry_count = 1, replied_at = coalesce(decided_at, created_at) where status <> 'open'`.execute(
    db,
  )
}
