import type { Insertable, Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { PurgedEvidenceTable, PurgedReportTable, Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { DISCARDED } from '../../parts/files/file-repository.ts'
import { isNotHeld } from '../holds/hold-repository.ts'
import { isPublished } from './published.ts'
import { changeReport, lockReport, type ReportRow } from './report-repository.ts'
import { searchColumnsOf } from './search-columns.ts'

/**
 * Queries of the bin of reports and evidence; rules live in `restore-reports.ts` and
 * `purge-reports.ts`.
 */

/** Moves a report to the bin; false when there is none any more. */
export async function removeReport(
  db: Kysely<Schema>,
  id: number,
  { at, by, reason }: { readonly at: string; readonly by: number | null; readonly reason: string },
): Promise<boolean> {
  const report = await lockReport(db, id)
  if (report === undefined) return false
  await changeReport(db, id, {
    deleted_at: at,
    updated_at: at,
    deleted_reason: reason,
    deleted_by: by,
    ...searchColumnsOf({ ...report, deleted_at: at }),
  })
  // Its words were in the search index in the open while it was public.
  if (isPublished(report)) await wantScrub(db, at)
  return true
}

type Reports = SelectQueryBuilder<Schema, 'reports', object>

/** Reports that were deleted after `since`. */
export const restorableReports = (db: Kysely<Schema>, since: string): Reports =>
  db.selectFrom('reports').where('deleted_at', '>', since)

/** Latest deletion first. */
export const readDeletedReports = (query: Reports): Promise<ReportRow[]> =>
  query.selectAll('reports').orderBy('deleted_at', 'desc').orderBy('id', 'desc').execute()

type Pieces = SelectQueryBuilder<Schema, 'report_evidence' | 'files' | 'reports', object>

/** Pieces that were deleted after `since`, of reports that are not deleted. */
export const restorableEvidence = (db: Kysely<Schema>, since: string): Pieces =>
  db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .innerJoin('reports', 'reports.id', 'report_evidence.report_id')
    .where('reports.deleted_at', 'is', null)
    .where('report_evidence.deleted_at', '>', since)

/** Latest deletion first. */
export const readDeletedEvidence = (query: Pieces) =>
  query
    .selectAll('report_evidence')
    .select('files.sha256')
    .orderBy('report_evidence.deleted_at', 'desc')
    .orderBy('report_evidence.id', 'desc')
    .execute()

/** Restores a report that was deleted after `since`; undefined when there is none. */
export async function undeleteReport(
  db: Transaction<Schema>,
  id: number,
  { since, at }: { readonly since: string; readonly at: string },
): Promise<ReportRow | undefined> {
  const restored = await db
    .updateTable('reports')
    .set((eb) => ({
      deleted_at: null,
      deleted_by: null,
      deleted_reason: null,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returningAll()
    .executeTakeFirst()
  return restored && changeReport(db, id, searchColumnsOf(restored))
}

const REPORT_NOT_HELD = isNotHeld(['report:', 'reports.id'])
const PIECE_NOT_HELD = isNotHeld(['report:', 'report_evidence.report_id'])

/** Reports that were deleted at `until` or earlier, and that no legal hold names. */
export const listDueReports = (db: Kysely<Schema>, until: string, max: number) =>
  db
    .selectFrom('reports')
    .select('id')
    .where('deleted_at', '<=', until)
    .where(REPORT_NOT_HELD)
    .orderBy('id')
    .limit(max)
    .execute()

/** Pieces that were deleted at `until` or earlier. */
export const listDueEvidence = (db: Kysely<Schema>, until: string, max: number) =>
  db
    .selectFrom('report_evidence')
    .select('id')
    .where('deleted_at', '<=', until)
    .where(PIECE_NOT_HELD)
    .orderBy('id')
    .limit(max)
    .execute()

/** Holds a report that was deleted at `until` or earlier; undefined when there is none. */
export const lockDueReport = (db: Transaction<Schema>, id: number, until: string) =>
  db
    .updateTable('reports')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .where('deleted_at', '<=', until)
    .where(REPORT_NOT_HELD)
    .returning(['deleted_at', 'deleted_by', 'deleted_reason'])
    .executeTakeFirst()

/** All pieces of a report, also those that were deleted before it. */
export const evidenceWithHashes = (db: Transaction<Schema>, reportId: number) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .select(['report_evidence.id', 'report_evidence.file_id', 'files.sha256'])
    .where('report_id', '=', reportId)
    .orderBy('report_evidence.id')
    .execute()

export const insertPurgedReport = (db: Transaction<Schema>, row: Insertable<PurgedReportTable>) =>
  db.insertInto('purged_reports').values(row).execute()

/** Deletes a report with all its pieces. */
export async function deleteReportRows(db: Transaction<Schema>, id: number): Promise<void> {
  await db.deleteFrom('report_evidence').where('report_id', '=', id).execute()
  await db.deleteFrom('reports').where('id', '=', id).execute()
}

/**
 * Deletes a piece that was deleted at `until` or earlier and returns it; undefined when there is
 * none, or another server was first.
 */
export const takeDueEvidence = (db: Transaction<Schema>, id: number, until: string) =>
  db
    .deleteFrom('report_evidence')
    .where('id', '=', id)
    .where('deleted_at', '<=', until)
    .where(PIECE_NOT_HELD)
    .returningAll()
    .executeTakeFirst()

/** Throws when there is no such file. */
export const readHash = (db: Transaction<Schema>, fileId: string) =>
  db.selectFrom('files').select('sha256').where('id', '=', fileId).executeTakeFirstOrThrow()

export const insertPurgedEvidence = (
  db: Transaction<Schema>,
  row: Insertable<PurgedEvidenceTable>,
) => db.insertInto('purged_evidence').values(row).execute()

/** The clean-up of orphans, which any server may run at any time, removes bytes and rows. */
export async function discard(db: Transaction<Schema>, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await db
      .updateTable('files')
      .set({ purpose: DISCARDED, attached_at: null, owner_id: null, ticket_id: null })
      .where('id', 'in', fileIds)
      .execute()
}
