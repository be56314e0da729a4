/**
 * Work that remains after a deletion, mails that are kept until they are sent, and the last time at
 * which the clock was right.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table scrubs (id integer primary key, wanted_at text)`.execute(db)
  await sql`insert into scrubs (id) values (1)`.execute(db)
  await sql`alter table mails add column about_mac text not null default ''`.execute(db)
  await sql`create index mails_about on mails (about_mac)`.execute(db)

  await sql`alter table mails add column priority integer not null default 1`.execute(db)
  await sql`alter table mails add column give_up_at text not null default ''`.execute(db)
  await sql`alter table mails add column last_error text not null default ''`.execute(db)
  await sql`create index mails_due on mails (priority, next_try_at) where sent_at is null and failed_at is null`.execute(
    db,
  )

  await sql`create table retention_guards (id integer primary key, seen_at text not null, approved_at text)`.execute(
    db,
  )
  await sql`insert into retention_guards (id, seen_at) values (1, ${new Date().toISOString()})`.execute(
    db,
  )
}
