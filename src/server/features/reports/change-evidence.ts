import type { Transaction } from 'kysely'
import type {
  createEvidence as createRoute,
  deleteEvidence as deleteRoute,
  restoreEvidence as restoreRoute,
  Removed,
} from '#shared/contract/reports.ts'
import { letterOf } from '#shared/domain/people/roles.ts'
import { EVIDENCE_MAX } from '#shared/domain/report/report-rules.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { loggedReason } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { propose } from '../../records/consents/propose.ts'
import { findSubject } from '../../records/evidence/custody-repository.ts'
import { evidenceTarget, recordCustody, recordReceived } from '../../records/evidence/custody.ts'
import { singleActRefusal } from '../../records/factors/step-up.ts'
import { attachEvidence, unknownFile } from '../../records/reports/create-report.ts'
import {
  undeleteEvidence,
  countEvidence,
  evidenceOf,
  removeEvidence,
} from '../../records/reports/evidence-repository.ts'
import { mayAddEvidence, seesEverything } from '../../records/reports/policy.ts'
import { audienceOf, presentEvidence } from '../../records/reports/present.ts'
import { heldSince, needsConsent } from '../../records/reports/publication.ts'
import { isPublished } from '../../records/reports/published.ts'
import {
  changeReport,
  lockReport,
  type ReportRow,
} from '../../records/reports/report-repository.ts'
import { restorableSince } from '../../records/reports/restore-reports.ts'
import { searchColumnsOf } from '../../records/reports/search-columns.ts'

/**
 * New evidence of the author changes the report that staff have read: their changes of the older
 * version are refused, and where reports are checked before publication, it waits again.
 */
async function markChanged(
  db: Transaction<Schema>,
  report: ReportRow,
  caller: Caller,
  at: string,
): Promise<ReportRow> {
  if (seesEverything(caller)) return report
  const held_at = isPublished(report) ? await heldSince(db, at) : report.held_at
  // Its words were in the search index in the open while it was public.
  if (held_at !== report.held_at) await wantScrub(db, at)
  return (
    (await changeReport(db, report.id, {
      held_at,
      version: report.version + 1,
      updated_at: at,
      ...searchColumnsOf({ ...report, held_at }),
    })) ?? report
  )
}

export const createEvidence: Handler<typeof createRoute> = (
  { body, caller, facts },
  { clock, library, audit },
) =>
  facts.transact(async (transaction) => {
    const at = isoNow(clock)
    const report = await lockReport(transaction, body.reportId)
    if (report === undefined) return refuse('not-found')
    if (!mayAddEvidence(caller, report)) return refuse('forbidden')
    if ((await countEvidence(transaction, report.id)) >= EVIDENCE_MAX)
      return refuseField(
        'body.reportId',
        'too_many_files',
        `A report holds ${EVIDENCE_MAX} pieces of evidence at most`,
      )
    const row = await attachEvidence(transaction, body, {
      reportId: report.id,
      uploaderId: caller.memberId,
      at,
    })
    if (row === undefined) return refuse('invalid', { fields: [unknownFile('body.fileUrl')] })
    const changed = await markChanged(transaction, report, caller, at)
    await recordReceived(audit, transaction, [row], {
      memberId: caller.memberId,
      requestId: facts.requestId,
    })
    facts.trace({ target: `report:${body.reportId}`, detail: { evidence: row.id } })
    return done(presentEvidence(library, row, changed, audienceOf(caller)))
  })

export const deleteEvidence: Handler<typeof deleteRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  const reason = body?.reason ?? ''
  const unproven = await singleActRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact<Removed>(async (transaction) => {
    const subject = await findSubject(transaction, params.id)
    const report =
      subject === undefined ? undefined : await lockReport(transaction, subject.report_id)
    if (report === undefined) return refuse('not-found')
    if (await needsConsent(transaction, report)) {
      const act = { kind: 'evidence-delete', target: evidenceTarget(params.id), reason } as const
      return done({
        deleted: false,
        consent: await propose(deps, transaction, act, { caller, facts }),
      })
    }
    const removed = await takeOutEvidence(deps, transaction, params.id, { caller, facts, reason })
    if (removed === undefined) return refuse('not-found')
    facts.trace({
      target: `report:${removed.reportId}`,
      detail: { evidence: params.id, sha256: removed.sha256, reason: loggedReason(reason) },
    })
    return done({ deleted: true })
  })
}

/** Moves a piece of evidence to the bin and writes the custody; undefined when it is gone. */
export async function takeOutEvidence(
  { audit, clock }: Pick<Deps, 'audit' | 'clock'>,
  db: Transaction<Schema>,
  id: number,
  {
    caller,
    facts,
    reason,
  }: {
    readonly caller: Caller
    readonly facts: Pick<RequestFacts, 'requestId'>
    readonly reason: string
  },
): Promise<{ readonly reportId: number; readonly sha256: string } | undefined> {
  const removed = await removeEvidence(db, id, {
    deleted_at: isoNow(clock),
    deleted_by: caller.memberId,
    deleted_reason: reason,
  })
  if (removed === undefined) return undefined
  await recordCustody(
    audit,
    {
      event: 'removed',
      evidenceId: id,
      memberId: caller.memberId,
      sha256: removed.sha256,
      detail: { report: removed.reportId, role: letterOf(caller.role) },
      requestId: facts.requestId,
    },
    db,
  )
  return removed
}

/**
 * Restores it with its file; the custody continues. Evidence of a deleted report can be restored
 * only after the report.
 */
export const restoreEvidence: Handler<typeof restoreRoute> = (
  { params, caller, facts },
  { clock, library },
) =>
  facts.transact(async (transaction) => {
    const subject = await findSubject(transaction, params.id)
    const report =
      subject === undefined ? undefined : await lockReport(transaction, subject.report_id)
    if (subject === undefined || report === undefined) return refuse('not-found')
    if ((await countEvidence(transaction, report.id)) >= EVIDENCE_MAX)
      return refuseField(
        'path.id',
        'too_many_files',
        `A report holds ${EVIDENCE_MAX} pieces of evidence at most`,
      )
    const restored = await undeleteEvidence(transaction, subject.id, restorableSince(clock))
    const row = restored
      ? (await evidenceOf(transaction, [report.id]))
          .get(report.id)
          ?.find(({ id }) => id === subject.id)
      : undefined
    if (row === undefined) return refuse('not-found')
    facts.trace({
      target: evidenceTarget(subject.id),
      detail: { sha256: subject.sha256, report: report.id, role: letterOf(caller.role) },
    })
    return done(presentEvidence(library, row, report, audienceOf(caller)))
  })
