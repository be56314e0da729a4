/**
 * Erases reports and evidence whose time in the bin is over: rows and files are erased; hashes and
 * the reason are kept.
 */
import { isoNow } from '../../../base/clock.ts'
import type { Deps } from '../../../deps/deps.ts'
import { inTransaction } from '../../../parts/database/transact.ts'
import {
  deleteReportRows,
  discard,
  evidenceWithHashes,
  insertPurgedEvidence,
  insertPurgedReport,
  listDueEvidence,
  listDueReports,
  lockDueReport,
  readHash,
  takeDueEvidence,
} from '../../../records/reports/bin-repository.ts'
import { restorableSince } from '../../../records/reports/restore-reports.ts'

type PurgeDeps = Pick<Deps, 'database' | 'clock' | 'audit'>
const AT_ONCE = 100

/**
 * The row is deleted first: a second server then finds nothing, and a simultaneous restore either
 * succeeds or finds nothing.
 */
async function purgeOne(
  { database: { db }, clock, audit }: PurgeDeps,
  id: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const report = await lockDueReport(transaction, id, restorableSince(clock))
    if (report === undefined) return false
    const evidence = await evidenceWithHashes(transaction, id)
    const hashes = evidence.map(({ id: piece, sha256 }) => ({ id: piece, sha256 }))
    await insertPurgedReport(transaction, {
      id,
      deleted_at: report.deleted_at ?? '',
      deleted_by: report.deleted_by,
      reason: report.deleted_reason ?? '',
      purged_at: isoNow(clock),
      evidence: JSON.stringify(hashes),
    })
    await deleteReportRows(transaction, id)
    await discard(
      transaction,
      evidence.map(({ file_id: file }) => file),
    )
    await audit.write(
      {
        actor: 'system',
        action: 'report.purged',
        target: `report:${id}`,
        detail: { evidence: evidence.length, sha256: hashes.map(({ sha256 }) => sha256).join(' ') },
      },
      transaction,
    )
    return true
  })
}

/** Returns the number of erased items. Safe on several servers at once. */
export async function purgeReports(deps: PurgeDeps): Promise<number> {
  const { db } = deps.database
  let purged = 0
  for (;;) {
    const due = await listDueReports(db, restorableSince(deps.clock), AT_ONCE)
    for (const { id } of due) if (await purgeOne(deps, id)) purged += 1
    if (due.length < AT_ONCE) return purged
  }
}

/** Pieces that were deleted alone, while their report stayed. */
export async function purgeEvidence({
  database: { db },
  clock,
  audit,
}: PurgeDeps): Promise<number> {
  let purged = 0
  for (;;) {
    const due = await listDueEvidence(db, restorableSince(clock), AT_ONCE)
    for (const { id } of due)
      await inTransaction(db, async (transaction) => {
        const piece = await takeDueEvidence(transaction, id, restorableSince(clock))
        if (piece === undefined) return
        const { report_id: report, file_id: file, deleted_by: by } = piece
        const { sha256 } = await readHash(transaction, file)
        await insertPurgedEvidence(transaction, {
          id,
          report_id: report,
          sha256,
          deleted_at: piece.deleted_at ?? '',
          deleted_by: by,
          reason: piece.deleted_reason ?? '',
          purged_at: isoNow(clock),
        })
        await discard(transaction, [file])
        await audit.write(
          {
            actor: 'system',
            action: 'evidence.purged',
            target: `evidence:${id}`,
            detail: { report, sha256 },
          },
          transaction,
        )
        purged += 1
      })
    if (due.length < AT_ONCE) return purged
  }
}
