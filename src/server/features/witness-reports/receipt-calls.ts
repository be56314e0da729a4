/** What the bearer of a receipt may do. The routes and the plain pages call these alike. */
import type { Transaction } from 'kysely'
import type { WitnessReport } from '#shared/contract/witness-reports.ts'
import { EVIDENCE_MAX } from '#shared/domain/report/report-rules.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, type Refusal, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { recordReceived } from '../../records/evidence/custody.ts'
import { findUnusedFile, useFile } from '../../records/evidence/upload-repository.ts'
import { removeReport } from '../../records/reports/bin-repository.ts'
import { unknownFile } from '../../records/reports/create-report.ts'
import { countEvidence, insertEvidence } from '../../records/reports/evidence-repository.ts'
import { evidenceTypeOf, isHeldAtFirst } from '../../records/reports/present.ts'
import { isPublished } from '../../records/reports/published.ts'
import { changeReport, lockReport } from '../../records/reports/report-repository.ts'
import { searchColumnsOf } from '../../records/reports/search-columns.ts'
import { mayAdd, mayWrite, presentToWitness } from '../../records/witness-reports/present.ts'
import {
  addEntry,
  addUnread,
  findOfWitness,
} from '../../records/witness-reports/witness-repository.ts'
import type { Trail } from './file-report.ts'

type WitnessReportOutcome = Outcome<WitnessReport>

/** The present state, in the transaction; the report may have been erased since the gate. */
async function present(db: Transaction<Schema>, reportId: number): Promise<WitnessReportOutcome> {
  const value = await presentToWitness(db, reportId)
  return value === undefined ? refuse('receipt-unknown') : done(value)
}

const conflict = async (db: Transaction<Schema>, reportId: number): Promise<Refusal> =>
  refuse('conflict', { extra: { current: await presentToWitness(db, reportId) } })

export async function readReport(
  { database }: Deps,
  reportId: number,
): Promise<WitnessReportOutcome> {
  const value = await presentToWitness(database.db, reportId)
  return value === undefined ? refuse('receipt-unknown') : done(value)
}

export const writeMessage = (
  { clock }: Deps,
  reportId: number,
  { text, seen }: { readonly text: string; readonly seen: number },
  trail: Trail,
): Promise<WitnessReportOutcome> =>
  trail.transact(async (transaction) => {
    const locked = await lockReport(transaction, reportId)
    const found = await findOfWitness(transaction, reportId)
    if (locked === undefined || found === undefined || !mayWrite(found.report, found.witness))
      return conflict(transaction, reportId)
    const entry = { report_id: reportId, author_id: null, text, created_at: isoNow(clock), seen }
    if (!(await addEntry(transaction, entry))) return conflict(transaction, reportId)
    trail.trace({ target: `report:${reportId}` })
    return present(transaction, reportId)
  })

export const addEvidence = (
  { clock, audit }: Deps,
  reportId: number,
  { fileId, description }: { readonly fileId: string; readonly description: string },
  trail: Trail,
  requestId: string,
): Promise<WitnessReportOutcome> =>
  trail.transact(async (transaction) => {
    const report = await lockReport(transaction, reportId)
    const found = await findOfWitness(transaction, reportId)
    if (report === undefined || found === undefined || !mayAdd(report, found.witness))
      return conflict(transaction, reportId)
    if ((await countEvidence(transaction, reportId)) >= EVIDENCE_MAX)
      return refuseField(
        'body.fileUrl',
        'too_many_files',
        `A report holds ${EVIDENCE_MAX} pieces of evidence at most`,
      )
    const at = isoNow(clock)
    const file = await findUnusedFile(transaction, { fileId, reportId })
    if (file === undefined || !(await useFile(transaction, fileId, at)))
      return refuse('invalid', { fields: [unknownFile('body.fileUrl')] })
    const row = await insertEvidence(transaction, {
      report_id: reportId,
      evidence_type: evidenceTypeOf(file.media_type),
      file_id: fileId,
      description,
      uploaded_at: at,
      deleted_at: null,
      held_back: isHeldAtFirst(file.media_type) ? 1 : 0,
    })
    await changeReport(transaction, reportId, { version: report.version + 1, updated_at: at })
    await addUnread(transaction, reportId)
    await recordReceived(audit, transaction, [row], { memberId: null, requestId })
    trail.trace({ target: `report:${reportId}`, detail: { evidence: row.id } })
    return present(transaction, reportId)
  })

const WITHDRAWN = 'Withdrawn by the witness'

/**
 * To the bin, as when staff delete it. A report that was verified once is what others rely on: it is
 * hidden, and staff decide, as for every deletion of such a report.
 */
export const withdraw = (
  { clock }: Deps,
  reportId: number,
  trail: Trail,
): Promise<WitnessReportOutcome> =>
  trail.transact(async (transaction) => {
    const report = await lockReport(transaction, reportId)
    const found = await findOfWitness(transaction, reportId)
    if (found === undefined) return refuse('receipt-unknown')
    const target = `report:${reportId}`
    // Staff may have verified it again since: then the witness withdraws once more.
    if (found.witness.withdrawn_at !== null && (report === undefined || !isPublished(report))) {
      trail.trace({ target, detail: { again: true } })
      return present(transaction, reportId)
    }
    const at = isoNow(clock)
    await addUnread(transaction, reportId, { withdrawn_at: at })
    if (report === undefined) {
      // In the bin already; a restore then shows the wish.
      trail.trace({ target })
      return present(transaction, reportId)
    }
    if (report.verified_at === null)
      await removeReport(transaction, reportId, { at, by: null, reason: WITHDRAWN })
    else {
      const columns =
        report.status === 'verified' ? { ...report, status: 'under review' as const } : report
      await changeReport(transaction, reportId, {
        status: columns.status,
        ...searchColumnsOf(columns),
        version: report.version + 1,
        updated_at: at,
      })
      if (isPublished(report)) await wantScrub(transaction, at)
    }
    trail.trace({
      target,
      ...(report.verified_at !== null && { action: 'witness.withdrawal-asked' }),
      detail: { status: report.status },
    })
    return present(transaction, reportId)
  })
