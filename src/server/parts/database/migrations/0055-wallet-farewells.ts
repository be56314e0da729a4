/** Cards of erased members that Google still shows. ADR 0055. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Nothing in it leads to a person: the serial number was drawn by chance.
  await sql`create table wallet_farewells (
    id text primary key, language text not null, created_at text not null,
    failures integer not null, next_try_at text not null)`.execute(db)
}
