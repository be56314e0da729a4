/** What becomes public after the seconds of undo, or once a second member of staff confirms it. ADR 0065. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // One for each item. The references go with the person and the report.
  await sql`create table releases (
    id text primary key, kind text not null check (kind in ('report', 'evidence')),
    target bigint not null,
    report_id bigint not null references reports (id) on delete cascade,
    change text not null,
    proposed_by bigint not null references members (id) on delete cascade,
    proposed_at text not null,
    confirmed_by bigint references members (id) on delete cascade,
    due_at text,
    unique (kind, target))`.execute(db)
  await sql`create index releases_by_report on releases (report_id)`.execute(db)
  await sql`create index files_sealed on files (sha256) where seal_state is not null`.execute(db)
  await sql`create index releases_due on releases (due_at)`.execute(db)
}
