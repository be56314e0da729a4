/** Times that an authority outside confirms, of evidence and of the days of the audit log. ADR 0049. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`create table timestamps (
    id ${rules.countedId},
    evidence_id bigint unique references report_evidence (id) on delete cascade,
    day text unique,
    statement text not null, created_at text not null,
    response text, confirmed_at text, authority text,
    check ((evidence_id is null) <> (day is null)))`.execute(db)
  await sql`create index timestamps_waiting on timestamps (created_at) where response is null`.execute(
    db,
  )
  await sql`create table timestamp_authority (
    id integer primary key, failures integer not null, next_try_at text not null,
    failed_since text, last_fault text not null)`.execute(db)
  await sql`insert into timestamp_authority (id, failures, next_try_at, failed_since, last_fault)
    values (1, 0, '', null, '')`.execute(db)
}
