/** Member lists that stay fast with many members: the tribe by its beginning, and the orders that staff sort by. */
import { sql, type Kysely } from 'kysely'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`alter table members add column tribe_key text not null default ''`.execute(db)
  const { rows } = await sql<{
    tribe: string
  }>`select distinct tribe from members where tribe <> ''`.execute(db)
  for (const { tribe } of rows)
    await sql`update members set tribe_key = ${foldForSearch(tribe).trim()} where tribe = ${tribe}`.execute(
      db,
    )
  // LIKE 'x%' reads an index only if it is sorted the way LIKE compares, and each engine says that in its own words.
  const compared = rules.kind === 'postgres' ? sql`text_pattern_ops` : sql`collate nocase`
  await sql`create index members_by_tribe_key on members (tribe_key ${compared})`.execute(db)
}
