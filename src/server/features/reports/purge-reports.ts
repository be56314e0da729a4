/**
 * Erases reports and evidence whose time in the bin is over: rows and files are erased; hashes and
 * the reason are kept.
 */
import type { Transaction } from 'kysely'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { DISCARDED } from '../../files/file-repository.ts'
import { restorableSince } from './bin.ts'
import { inTransaction } from '../../database/transact.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'audit'>
const AT_ONCE = 100

const evidenceWithHashes = (db: Transaction<Schema>, reportId: number) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .select(['report_evidence.id', 'report_evidence.file_id', 'files.sha256'])
    .where('report_id', '=', reportId)
    .orderBy('report_evidence.id')
    .execute()

/** The clean-up of orphans, which any server may run at any time, removes bytes and rows. */
async function discard(db: Transaction<Schema>, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await db
      .updateTable('files')
      .set({ purpose: DISCARDED, attached_at: null, owner_id: null, ticket_id: null })
      .where('id', 'in', fileIds)
      .execute()
}

/**
 * The row is deleted first: a second server then finds nothing, and a simultaneous restore either
 * succeeds or finds nothing.
 */
async function purgeOne({ database: { db }, clock, audit }: Needs, id: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const report = await transaction
      .updateTable('reports')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', '=', id)
      .where('deleted_at', '<=', restorableSince(clock))
      .returning(['deleted_at', 'deleted_by', 'deleted_reason'])
      .executeTakeFirst()
    if (report === undefined) return false
    const evidence = await evidenceWithHashes(transaction, id)
    const hashes = evidence.map(({ id: piece, sha256 }) => ({ id: piece, sha256 }))
    await transaction
      .insertInto('purged_reports')
      .values({
        id,
        deleted_at: report.deleted_at ?? '',
        deleted_by: report.deleted_by,
        reason: report.deleted_reason ?? '',
        purged_at: isoNow(clock),
        evidence: JSON.stringify(hashes),
      })
      .execute()
    await transaction.deleteFrom('report_evidence').where('report_id', '=', id).execute()
    await transaction.deleteFrom('reports').where('id', '=', id).execute()
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
export async function purgeReports(deps: Needs): Promise<number> {
  const { db } = deps.database
  let purged = 0
  for (;;) {
    const due = await db
      .selectFrom('reports')
      .select('id')
      .where('deleted_at', '<=', restorableSince(deps.clock))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id } of due) if (await purgeOne(deps, id)) purged += 1
    if (due.length < AT_ONCE) return purged
  }
}

/** Pieces that were deleted alone, while their report stayed. */
export async function purgeEvidence({ database: { db }, clock, audit }: Needs): Promise<number> {
  let purged = 0
  for (;;) {
    const due = await db
      .selectFrom('report_evidence')
      .select('id')
      .where('deleted_at', '<=', restorableSince(clock))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id } of due)
      await inTransaction(db, async (transaction) => {
        const piece = await transaction
          .deleteFrom('report_evidence')
          .where('id', '=', id)
          .where('deleted_at', '<=', restorableSince(clock))
          .returningAll()
          .executeTakeFirst()
        if (piece === undefined) return
        const { report_id: report, file_id: file, deleted_by: by } = piece
        const { sha256 } = await transaction
          .selectFrom('files')
          .select('sha256')
          .where('id', '=', file)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('purged_evidence')
          .values({
            id,
            report_id: report,
            sha256,
            deleted_at: piece.deleted_at ?? '',
            deleted_by: by,
            reason: piece.deleted_reason ?? '',
            purged_at: isoNow(clock),
          })
          .execute()
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
