import { sql, type Kysely } from 'kysely'
import type { Counted } from '#shared/domain/report/stats-rules.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { listed, published } from './report-repository.ts'

/**
 * The statistics tell no more than the public list: of a rejected report month and state, not what it
 * said.
 */
const publicReports = (db: Kysely<Schema>, of: typeof listed | typeof published) =>
  db.selectFrom('reports').where('reports.deleted_at', 'is', null).where(of)

const KEYS = {
  month: sql<string>`substr(${sql.ref('reports.created_at')}, 1, 7)`,
  country: sql<string>`${sql.ref('reports.country_code')}`,
  status: sql<string>`${sql.ref('reports.status')}`,
  type: sql<string>`coalesce(${sql.ref('reports.public_type_folded')}, ${sql.ref('reports.type_folded')})`,
} as const

/** @param since counts reports that were created then or later; undefined: all */
export async function countReportsBy(
  db: Kysely<Schema>,
  by: keyof typeof KEYS,
  since?: string,
): Promise<Counted[]> {
  const key = KEYS[by]
  let query = publicReports(db, by === 'month' || by === 'status' ? listed : published)
  if (since !== undefined) query = query.where('reports.created_at', '>=', since)
  const rows = await query
    .select(({ fn }) => [key.as('key'), fn.countAll().as('count')])
    .groupBy(key)
    .execute()
  return rows.map((row) => ({ key: row.key, count: Number(row.count) })) // PostgreSQL counts in bigint, as text
}

export const countReportsWithEvidence = (db: Kysely<Schema>): Promise<number> =>
  countOf(
    publicReports(db, published).where((eb) =>
      eb.exists(
        eb
          .selectFrom('report_evidence')
          .select('report_evidence.id')
          .whereRef('report_evidence.report_id', '=', 'reports.id')
          .where('report_evidence.deleted_at', 'is', null)
          .where('report_evidence.held_back', '=', 0),
      ),
    ),
  )
