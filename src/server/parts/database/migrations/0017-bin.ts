/** A counter of writes to the public content of reports, and a bin for what staff delete. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

const WATCHED = ['reports', 'report_evidence'] as const

/**
 * One number that grows in the transaction of each write, in every process: a process that reads it
 * before the rows never caches old rows under a new number. A sequence, or the largest id of a log,
 * would be visible before the commit.
 */
export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`create table report_writes (id integer primary key, count bigint not null)`.execute(db)
  await sql`insert into report_writes (id, count) values (1, 0)`.execute(db)
  if (rules.kind === 'sqlite')
    for (const table of WATCHED)
      for (const change of ['insert', 'update', 'delete'])
        await sql`create trigger ${sql.ref(`${table}_count_${change}`)} after ${sql.raw(change)} on ${sql.ref(table)}
          begin update report_writes set count = count + 1 where id = 1; end`.execute(db)
  else {
    await sql`create function count_report_writes() returns trigger language plpgsql as
      $$ begin update report_writes set count = count + 1 where id = 1; return null; end $$`.execute(
      db,
    )
    // Deferred to the commit, so that writers lock this row only briefly, and wait for nothing
    // while they hold it.
    for (const table of WATCHED)
      await sql`create constraint trigger ${sql.ref(`${table}_count`)} after insert or update or delete on ${sql.ref(table)}
        deferrable initially deferred for each row execute function count_report_writes()`.execute(
        db,
      )
  }
}
