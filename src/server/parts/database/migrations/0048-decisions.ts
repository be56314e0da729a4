/** What was checked before a decision, and the decisions that can still be undone. ADR 0053. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table registration_requests add column checks text not null default ''`.execute(
    db,
  )
  await sql`alter table reports add column checks text not null default ''`.execute(db)
  // One decision on an item is held at a time. Both references go with the person.
  await sql`create table decision_undos (
    id text primary key, kind text not null check (kind in ('request', 'report')),
    target text not null,
    decided_by bigint not null references members (id) on delete cascade,
    person_id bigint references members (id) on delete cascade,
    expires_at text not null, restores text not null, mail_id text,
    unique (kind, target))`.execute(db)
}
