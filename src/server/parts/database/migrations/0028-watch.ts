/** Alerts about unusual acts, and how far the audit log was watched and forwarded. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table alerts (
    id text primary key, kind text not null, member_id bigint not null, count integer not null,
    at text not null, seen_at text, seen_by bigint)`.execute(db)
  await sql`create index alerts_by_time on alerts (at)`.execute(db)
  await sql`create index alerts_of_member on alerts (kind, member_id, at)`.execute(db)
  await sql`create index audit_by_time on audit (at)`.execute(db)
  await sql`create table audit_cursors (name text primary key, seq bigint not null)`.execute(db)
  // Rows from before the watch began are history: they raise no alert and are not forwarded.
  await sql`insert into audit_cursors (name, seq) select 'watch', seq from audit_head`.execute(db)
  await sql`insert into audit_cursors (name, seq) select 'forward', seq from audit_head`.execute(db)
}
