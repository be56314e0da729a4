/**
 * Keys for sealed columns, and which tables have been sealed. The values themselves are sealed by
 * `keys/seal-plain-values.ts` at the start, because migrations know no secret.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table data_keys (id integer primary key, wrapped text not null, created_at text not null, retired_at text)`.execute(
    db,
  )
  await sql`create table sealed_tables (name text primary key, columns text not null, done_at text not null)`.execute(
    db,
  )
}
