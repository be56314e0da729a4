/** Proposals that wait for a second administrator, and when a report was verified first. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table consents (
    id text primary key, kind text not null, target text not null, sealed text not null,
    proposed_by bigint not null, proposed_at text not null,
    outcome text, decided_by bigint, decided_at text, used_at text)`.execute(db)
  // One open proposal for each act, so that two presses ask once.
  await sql`create unique index consents_open on consents (kind, target) where outcome is null`.execute(
    db,
  )
  await sql`alter table reports add column verified_at text`.execute(db)
  await sql`update reports set verified_at = updated_at where status = 'verified'`.execute(db)
  await sql`create index consents_by_time on consents (proposed_at)`.execute(db)
}
