/**
 * A search in the order of names reads indexes alone: a row of a member is long. ADR 0057.
 */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, { kind }: EngineRules): Promise<void> {
  // Beside members_by_name, in which far pages of the list pass over many names.
  await (
    kind === 'postgres'
      ? sql`create index members_by_name_text on members (last_name, first_name, id) include (search_text)`
      : sql`create index members_by_name_text on members (last_name, first_name, id, search_text)`
  ).execute(db)
  if (kind === 'postgres') return
  // What matches of a search are sorted by and tested for.
  await sql`drop index members_search_row`.execute(db)
  await sql`create index members_search_row on members
    (search_row, last_name, first_name, id, tribe_key, current_country, status, role)`.execute(db)
}
