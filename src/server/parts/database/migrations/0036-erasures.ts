/** Which files were erased, for the list that a restore applies (ADR 0045); who makes the backup. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table erased_files (id text primary key, at text not null)`.execute(db)
  const long = new Date(0).toISOString()
  await sql`insert into job_turns (name, started_at, done_at, detail) values ('backup', ${long}, ${long}, '')`.execute(
    db,
  )
}
