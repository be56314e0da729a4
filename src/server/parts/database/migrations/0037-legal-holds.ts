/** Records that no deadline and no person deletes until the hold is lifted. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table legal_holds (
    id text primary key, target text not null, reason text not null, placed_at text not null,
    lifted_at text, lifted_reason text)`.execute(db)
  await sql`create unique index legal_holds_in_force on legal_holds (target) where lifted_at is null`.execute(
    db,
  )
}
