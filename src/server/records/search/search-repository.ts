/** The public search, the same for every caller: published events and news, public reports. */
import type { Kysely } from 'kysely'
import type { EngineRules } from '../../parts/database/engine.ts'
import { holdsWord } from '../../parts/database/holds-word.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { filterReports, published } from '../reports/report-repository.ts'

export const findEvents = (
  db: Kysely<Schema>,
  words: readonly string[],
  { max, now }: { readonly max: number; readonly now: string },
) => {
  let query = db.selectFrom('events').where('status', '<>', 'draft')
  for (const word of words) query = query.where(holdsWord('events.search_text', word))
  return (
    query
      .select(['id', 'content', 'starts_at', 'status'])
      // Upcoming events come before past ones, each with the nearest first.
      .orderBy((eb) => eb.case().when('ends_at', '>', now).then(0).else(1).end())
      .orderBy((eb) => eb.case().when('ends_at', '>', now).then(eb.ref('starts_at')).end())
      .orderBy('starts_at', 'desc')
      .orderBy('id')
      .limit(max)
      .execute()
  )
}

export const findArticles = (db: Kysely<Schema>, words: readonly string[], max: number) => {
  let query = db.selectFrom('news').where('status', '=', 'published')
  for (const word of words) query = query.where(holdsWord('news.search_text', word))
  return query
    .select(['id', 'content', 'date'])
    .orderBy('date', 'desc')
    .orderBy('id')
    .limit(max)
    .execute()
}

/** The rows of the public list that the public reads, found by the public copy. */
export const findPublicReports = (db: Kysely<Schema>, rules: EngineRules, q: string, max: number) =>
  filterReports(db, rules, { q })
    .where(published)
    .selectAll('reports')
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(max)
    .execute()
