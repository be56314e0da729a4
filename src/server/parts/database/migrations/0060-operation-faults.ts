/** What is wrong with the machine, and when administrators got a mail about it. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table operation_faults (
    kind text primary key, since_at text not null, mailed_at text not null, ended_at text)`.execute(
    db,
  )
}
