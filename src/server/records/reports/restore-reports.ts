/** The bin of reports and evidence, from which administrators can restore them for a while. */
import type {
  DeletedReport,
  listDeletedEvidence as listEvidenceRoute,
  listDeletedReports as listRoute,
  restoreReport as restoreRoute,
} from '#shared/contract/reports.ts'
import { countryNameInEnglish, readCountry } from '#shared/domain/people/countries.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import {
  readDeletedEvidence,
  readDeletedReports,
  restorableEvidence,
  restorableReports,
  undeleteReport,
} from './bin-repository.ts'
import { categoryIn } from './categories.ts'
import { evidenceOf } from './evidence-repository.ts'
import { presentWithEvidence } from './present.ts'
import type { ReportRow } from './report-repository.ts'

/** Deletions before this instant cannot be undone. */
export const restorableSince = (clock: Clock): string => isoAfter(clock, -RESTORE_DAYS * DAY_S)
export const goneAt = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + RESTORE_DAYS * DAY_S * 1_000).toISOString()

const presentDeleted = (row: ReportRow, evidenceCount: number): DeletedReport => ({
  id: row.id,
  type: row.type,
  category: categoryIn(row.type),
  country: countryNameInEnglish(row.country),
  countryCode: readCountry(row.country) ?? null,
  city: row.city,
  status: row.status,
  createdAt: row.created_at,
  evidenceCount,
  deletedAt: row.deleted_at ?? '',
  deletedBy: row.deleted_by === null ? null : cardId(row.deleted_by),
  reason: row.deleted_reason ?? '',
  goneAt: goneAt(row.deleted_at ?? ''),
})

export const listDeletedReports: Handler<typeof listRoute> = async (
  { query, facts },
  { database: { db }, clock },
) => {
  const restorable = restorableReports(db, restorableSince(clock))
  const result = await readPage(db, query, restorable, readDeletedReports)
  const present = async (rows: readonly ReportRow[]) => {
    const evidence = await evidenceOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => presentDeleted(row, evidence.get(row.id)?.length ?? 0))
  }
  if (result.kind === 'page')
    return done({ ...result.page, items: await present(result.page.items) })
  markTruncated(facts.reply, result.truncated)
  return done(await present(result.rows))
}

/**
 * Of reports that are not deleted: evidence that was deleted with its report is restored with it.
 */
export const listDeletedEvidence: Handler<typeof listEvidenceRoute> = async (
  { query, facts },
  { database: { db }, clock },
) => {
  const pieces = restorableEvidence(db, restorableSince(clock))
  const result = await readPage(db, query, pieces, async (rows) => {
    const found = await readDeletedEvidence(rows)
    return found.map((row) => ({
      id: row.id,
      reportId: row.report_id,
      evidenceType: row.evidence_type,
      description: row.description,
      uploadedAt: row.uploaded_at,
      sha256: row.sha256,
      deletedAt: row.deleted_at ?? '',
      deletedBy: row.deleted_by === null ? null : cardId(row.deleted_by),
      reason: row.deleted_reason ?? '',
      goneAt: goneAt(row.deleted_at ?? ''),
    }))
  })
  if (result.kind === 'page') return done(result.page)
  markTruncated(facts.reply, result.truncated)
  return done(result.rows)
}

/** Restores the report as it was: evidence that was deleted before the report stays deleted. */
export const restoreReport: Handler<typeof restoreRoute> = (
  { params, caller, facts },
  { library, clock },
) =>
  facts.transact(async (transaction) => {
    const restored = await undeleteReport(transaction, params.id, {
      since: restorableSince(clock),
      at: isoNow(clock),
    })
    if (restored === undefined) return refuse('not-found')
    facts.trace({ target: `report:${restored.id}`, detail: { status: restored.status } })
    return done(await presentWithEvidence(transaction, library, restored, caller))
  })
