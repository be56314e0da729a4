/** Reports of witnesses without an account: their mark, the receipt, and the dialogue with staff. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  // The check holds what no code may break: such a report waits until it is verified, whatever the
  // association's mode is.
  await sql`alter table reports add column witness integer not null default 0
    check (witness = 0 or (held_at is not null and reporter_id is null))`.execute(db)
  await sql`create table witness_reports (
    report_id bigint primary key references reports(id) on delete cascade,
    receipt_mac text not null, repeat_mac text,
    entry_count integer not null default 0, unread integer not null default 0,
    withdrawn_at text)`.execute(db)
  await sql`create unique index witness_reports_receipt on witness_reports (receipt_mac)`.execute(
    db,
  )
  await sql`create unique index witness_reports_repeat on witness_reports (repeat_mac)`.execute(db)
  await sql`create index witness_reports_unread on witness_reports (report_id) where unread > 0`.execute(
    db,
  )
  await sql`create table witness_entries (
    id ${rules.countedId}, report_id bigint not null references reports(id) on delete cascade,
    author_id bigint, text text not null, created_at text not null)`.execute(db)
  await sql`create index witness_entries_report on witness_entries (report_id, id)`.execute(db)
  await sql`create table receipt_keys (id integer primary key, sealed text not null)`.execute(db)
  // An upload of a witness belongs to the report; its member is 0.
  await sql`alter table evidence_uploads add column report_id bigint`.execute(db)
  await sql`create index evidence_uploads_report on evidence_uploads (report_id) where report_id is not null`.execute(
    db,
  )
}
