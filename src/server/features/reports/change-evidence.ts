import type { Transaction } from 'kysely'
import type { createEvidence as createRoute, deleteEvidence as deleteRoute } from '#shared/contract/reports.ts'
import { EVIDENCE_MAX } from '#shared/domain/report-rules.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { recordCustody } from '../evidence/custody.ts'
import { recordReceived } from '../evidence/record-received.ts'
import { attachEvidence, unknownFile } from './create-report.ts'
import { isPublished, mayAddEvidence, seesEverything } from './policy.ts'
import { evidenceViewer, presentEvidence } from './present.ts'
import { heldSince } from './publication.ts'
import { changeReport, countEvidence, lockReport, removeEvidence, type ReportRow } from './report-repository.ts'

/**
 * The author's new evidence makes it another report than the one that staff have read: their answers to the older one
 * are refused, and where they look at everything first, it waits again.
 */
async function markChanged(db: Transaction<Schema>, report: ReportRow, caller: Caller, at: string): Promise<ReportRow> {
  if (seesEverything(caller)) return report
  const held = isPublished(report) ? await heldSince(db, at) : report.held_at
  return (await changeReport(db, report.id, { held_at: held, version: report.version + 1, updated_at: at })) ?? report
}

export const createEvidence: Handler<typeof createRoute> = async ({ body, caller, facts }, { database, clock, library, audit }) => {
  const at = isoNow(clock)
  const outcome = await database.db.transaction().execute(async (transaction) => {
    const report = await lockReport(transaction, body.reportId)
    if (report === undefined) return refuse('not-found')
    if (!mayAddEvidence(caller, report)) return refuse('forbidden')
    if ((await countEvidence(transaction, report.id)) >= EVIDENCE_MAX)
      return refuse('invalid', { fields: [{ path: 'body.reportId', code: 'too_many_files', message: `A report holds ${EVIDENCE_MAX} pieces of evidence at most` }] })
    const row = await attachEvidence(transaction, body, { reportId: report.id, uploaderId: caller.memberId, at })
    if (row === undefined) return refuse('invalid', { fields: [unknownFile('body.fileUrl')] })
    await recordReceived(audit, transaction, [row], { memberId: caller.memberId, requestId: facts.requestId })
    return done({ row, report: await markChanged(transaction, report, caller, at) })
  })
  if (!outcome.ok) return outcome
  facts.trace({ target: `report:${body.reportId}`, detail: { evidence: outcome.value.row.id } })
  return done(presentEvidence(library, outcome.value.row, evidenceViewer(outcome.value.report, caller)))
}

export const deleteEvidence: Handler<typeof deleteRoute> = async ({ params, caller, facts }, { database, clock, audit }) => {
  const removed = await database.db.transaction().execute(async (transaction) => {
    const taken = await removeEvidence(transaction, params.id, isoNow(clock))
    if (taken !== undefined)
      await recordCustody(audit, { event: 'removed', evidenceId: params.id, memberId: caller.memberId, sha256: taken.sha256, detail: { report: taken.reportId, role: caller.role }, requestId: facts.requestId }, transaction)
    return taken
  })
  if (removed === undefined) return refuse('not-found')
  facts.trace({ target: `report:${removed.reportId}`, detail: { evidence: params.id, sha256: removed.sha256 } })
  return done({ deleted: true })
}
