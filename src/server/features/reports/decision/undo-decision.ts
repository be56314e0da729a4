/** Undoing a decision on a report (ADR 0053): state, comment and checks, for a few seconds. */
import type { Transaction } from 'kysely'
import { CLAIM_TTL_S } from '#shared/contract/base/review-lock.ts'
import type { undoReport as undoRoute } from '#shared/contract/reports.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { isoAfter, isoNow, type Clock } from '../../../base/clock.ts'
import { done, refuse } from '../../../base/outcome.ts'
import type { Handler } from '../../../http/handlers.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { wantScrub } from '../../../parts/database/want-scrub.ts'
import { decisionIsUsed, undoIsOver } from '../../../records/decisions/undo-refusals.ts'
import { holdDecision, takeUndo } from '../../../records/decisions/undo-repository.ts'
import { takeRelease } from '../../../records/releases/release-repository.ts'
import { isOpen } from '../../../records/reports/policy.ts'
import { presentWithEvidence } from '../../../records/reports/present.ts'
import { withdrawsNames } from '../../../records/reports/protection.ts'
import { isPublished } from '../../../records/reports/published.ts'
import {
  changeReport,
  lockReport,
  type ReportRow,
} from '../../../records/reports/report-repository.ts'
import { searchColumnsOf } from '../../../records/reports/search-columns.ts'

/** What the undo puts back, and the version that tells whether the report was edited since. */
interface StateBefore {
  readonly version: number
  readonly columns: Pick<ReportRow, 'status' | 'verifier_comment' | 'checks' | 'verified_at'> &
    Partial<Pick<ReportRow, 'held_at'>>
}

interface HeldDecision {
  readonly before: ReportRow
  readonly after: ReportRow
  readonly by: number
}

/** @returns until when the decision can be undone */
export async function holdReportDecision(
  transaction: Transaction<Schema>,
  clock: Clock,
  { before, after, by }: HeldDecision,
): Promise<string> {
  const { status, verifier_comment, checks, verified_at } = before
  const kept: StateBefore = {
    version: after.version,
    columns: {
      status,
      verifier_comment,
      checks,
      verified_at,
      // Only where the decision changed it: hiding is no edit, and the undo of another decision keeps it.
      ...(before.held_at !== after.held_at && { held_at: before.held_at }),
    },
  }
  const until = isoAfter(clock, UNDO_S)
  await holdDecision(transaction, {
    kind: 'report',
    target: String(after.id),
    decided_by: by,
    person_id: null,
    expires_at: until,
    restores: JSON.stringify(kept),
    mail_id: null,
  })
  return until
}

export const undoReport: Handler<typeof undoRoute> = ({ params, caller, facts }, deps) => {
  const { clock, library } = deps
  return facts.transact(async (transaction) => {
    const before = await lockReport(transaction, params.id)
    if (before === undefined) return refuse('not-found')
    const at = isoNow(clock)
    const undo = await takeUndo(transaction, {
      kind: 'report',
      target: String(before.id),
      callerId: caller.memberId,
      at,
    })
    if (undo === undefined) return undoIsOver()
    const kept = JSON.parse(undo.restores) as StateBefore // written above
    if (before.version !== kept.version) return decisionIsUsed()
    await takeRelease(transaction, 'report', before.id)
    const after = await changeReport(transaction, before.id, {
      ...kept.columns,
      ...searchColumnsOf({ ...before, ...kept.columns }),
      ...(isOpen(kept.columns) && {
        claimed_by: caller.memberId,
        claim_expires_at: isoAfter(clock, CLAIM_TTL_S),
      }),
      version: before.version + 1,
      updated_at: at,
    })
    if (after === undefined) return refuse('not-found')
    // Its words were in the search index in the open while it was public.
    if (isPublished(before) && (!isPublished(after) || withdrawsNames(before, after)))
      await wantScrub(transaction, at)
    facts.trace({
      target: `report:${after.id}`,
      detail: { from: before.status, to: after.status, wasPublic: isPublished(before) },
    })
    return done(await presentWithEvidence(transaction, library, after, caller))
  })
}
