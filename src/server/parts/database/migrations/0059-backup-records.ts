/** What this server knows of its backups, and mails that a restore holds (ADR 0066). */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table backup_records (
    path text primary key, stores text not null, last_name text not null,
    checks integer not null default 0, checked_at text, damaged text not null default '[]',
    failed_at text, failure text not null default '')`.execute(db)
  const long = new Date(0).toISOString()
  await sql`insert into job_turns (name, started_at, done_at, detail) values ('backup-check', ${long}, ${long}, '')`.execute(
    db,
  )
  await sql`alter table mails add column held_at text`.execute(db)
}
