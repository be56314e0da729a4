import type { Insertable, Kysely, Selectable } from 'kysely'
import { countOf } from '../../parts/database/engine.ts'
import type { ReportEvidenceTable, Schema } from '../../parts/database/schema.ts'
import { insertSealed } from '../../parts/database/sealing/insert-sealed.ts'

/** Queries of the evidence of reports; rules live in `change-evidence.ts`. */

export type EvidenceRow = Selectable<ReportEvidenceTable> & {
  readonly media_type: string
  readonly size_bytes: number
  readonly sha256: string
  readonly boxes: string
  readonly pages: number | null
  readonly inside: string | null
  readonly incomplete: number
  /** A change of the public copy that has not taken effect (ADR 0065). */
  readonly release_id?: string | null
}

/** The evidence of each report that is not deleted, in the order in which it was added. */
export async function evidenceOf(
  db: Kysely<Schema>,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, EvidenceRow[]>> {
  const byReport = new Map<number, EvidenceRow[]>(reportIds.map((id) => [id, []]))
  if (reportIds.length === 0) return byReport
  const rows = await db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .leftJoin('releases', (join) =>
      join.onRef('releases.target', '=', 'report_evidence.id').on('releases.kind', '=', 'evidence'),
    )
    .selectAll('report_evidence')
    .select([
      'files.media_type',
      'files.size_bytes',
      'files.sha256',
      'files.boxes',
      'files.pages',
      'files.inside',
      'files.incomplete',
    ])
    .select('releases.id as release_id')
    .where('report_evidence.report_id', 'in', reportIds)
    .where('deleted_at', 'is', null)
    .orderBy('report_evidence.id')
    .execute()
  for (const row of rows) byReport.get(row.report_id)?.push(row)
  return byReport
}

export const insertEvidence = (db: Kysely<Schema>, row: Insertable<ReportEvidenceTable>) =>
  insertSealed(db, 'report_evidence', row)

export const countEvidence = (db: Kysely<Schema>, reportId: number): Promise<number> =>
  countOf(
    db
      .selectFrom('report_evidence')
      .where('report_id', '=', reportId)
      .where('deleted_at', 'is', null),
  )

/**
 * Moves a piece of evidence of a report that is not deleted to the bin; returns its report and its
 * hash.
 */
export async function removeEvidence(
  db: Kysely<Schema>,
  id: number,
  mark: Pick<ReportEvidenceTable, 'deleted_at' | 'deleted_by' | 'deleted_reason'>,
): Promise<{ readonly reportId: number; readonly sha256: string } | undefined> {
  const removed = await db
    .updateTable('report_evidence')
    .set(mark)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('report_id', 'in', (eb) =>
      eb.selectFrom('reports').select('id').where('deleted_at', 'is', null),
    )
    .returning(['report_id', 'file_id'])
    .executeTakeFirst()
  if (removed === undefined) return undefined
  const file = await db
    .selectFrom('files')
    .select('sha256')
    .where('id', '=', removed.file_id)
    .executeTakeFirst()
  return { reportId: removed.report_id, sha256: file?.sha256 ?? '' }
}

/** Restores a piece that was deleted after `since`; returns false when there is none. */
export async function undeleteEvidence(
  db: Kysely<Schema>,
  id: number,
  since: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_evidence')
    .set({ deleted_at: null, deleted_by: null, deleted_reason: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many pieces each report has; a report without any is missing. */
export async function countEvidenceOf(
  db: Kysely<Schema>,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counted = await db
    .selectFrom('report_evidence')
    .select((eb) => ['report_id', eb.fn.countAll<number>().as('n')])
    .where('report_id', 'in', reportIds)
    .where('deleted_at', 'is', null)
    .groupBy('report_id')
    .execute()
  return new Map(counted.map(({ report_id: id, n }) => [id, Number(n)]))
}
