/** Takes from the public again, in a database that was just restored, what was taken since the backup (ADR 0045). */
import type { Kysely, Transaction } from 'kysely'
import { HELD_KINDS } from '#shared/domain/people/legal-hold.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { inTransaction } from '../../../parts/database/transact.ts'
import type { Protections } from '../../../records/backup/protections/protections-repository.ts'
import { isRecord, placeHold } from '../../../records/holds/hold-repository.ts'
import {
  insertChange,
  writePublicCopy,
} from '../../../records/public-copies/public-copy-repository.ts'
import { isPublished } from '../../../records/reports/published.ts'
import { changeReport, lockReport } from '../../../records/reports/report-repository.ts'
import { searchColumnsOf } from '../../../records/reports/search-columns.ts'

export interface ProtectedAgain {
  /** Numbers of the reports that wait for staff, or are in the bin. */
  readonly reports: readonly number[]
  readonly evidence: number
  readonly withdrawn: number
  readonly holds: number
}

const REASON = 'Applied again after a restore'
type ReportState = Protections['reports'][number]
type EvidenceState = Protections['evidence'][number]

/**
 * A report that was changed since waits for staff, whatever the change was: its words may have been
 * hidden, and the list has no words. What the list has is applied, so that publishing it later
 * reveals no more than before.
 */
async function protectReport(
  db: Transaction<Schema>,
  state: ReportState,
  at: string,
): Promise<boolean> {
  const row = await lockReport(db, state.id)
  if (row === undefined) return false // erased, in the bin already, or younger than the backup
  const isOlder = row.version < state.version
  if (!isOlder && (!isPublished(row) || state.published) && state.binnedAt === null) return false
  const next = {
    ...row,
    held_at: row.held_at ?? at,
    status:
      row.status !== 'verified'
        ? row.status
        : state.status === 'verified'
          ? ('under review' as const)
          : state.status,
    redact_victim: state.redactVictim,
    redact_actor: state.redactActor,
    hide_map_link: state.hideMapLink,
    // The name of the region was written by staff, and is not in the list.
    place_detail:
      state.place === 'region' && row.region === '' ? ('country' as const) : state.place,
  }
  await changeReport(db, row.id, {
    held_at: next.held_at,
    status: next.status,
    redact_victim: next.redact_victim,
    redact_actor: next.redact_actor,
    hide_map_link: next.hide_map_link,
    place_detail: next.place_detail,
    version: Math.max(row.version, state.version),
    updated_at: at,
    ...searchColumnsOf(next),
    ...(state.binnedAt !== null && { deleted_at: state.binnedAt, deleted_reason: REASON }),
  })
  return true
}

async function protectEvidence(
  db: Transaction<Schema>,
  state: EvidenceState,
  at: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('report_evidence')
    .select(['id', 'file_id', 'public_version'])
    .where('id', '=', state.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return false
  const isOlder = row.public_version < state.version
  if (isOlder) {
    const next = { held_back: state.heldBack, warnings: state.warnings, boxes: state.boxes }
    await writePublicCopy(db, row, next, state.version)
    await insertChange(db, {
      ...next,
      evidence_id: row.id,
      version: state.version,
      reason: REASON,
      changed_by: null,
      changed_at: at,
    })
  }
  if (state.binnedAt !== null)
    await db
      .updateTable('report_evidence')
      .set({ deleted_at: state.binnedAt, deleted_reason: REASON })
      .where('id', '=', row.id)
      .execute()
  return isOlder || state.binnedAt !== null
}

const withdraw = async (db: Kysely<Schema>, id: number, at: string): Promise<boolean> =>
  (
    await db
      .updateTable('witness_reports')
      .set({ withdrawn_at: at })
      .where('report_id', '=', id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

async function hold(
  db: Transaction<Schema>,
  { target, reason, placedAt }: Protections['holds'][number],
): Promise<boolean> {
  const [before, id = ''] = target.split(':')
  const kind = HELD_KINDS.find((one) => one === before)
  if (kind === undefined || !(await isRecord(db, kind, id))) return false
  return placeHold(db, { target, reason, at: placedAt })
}

/**
 * One transaction for each record: a run that was killed is gone on with by the same command, and a
 * second run changes nothing more.
 */
export async function applyProtections(
  db: Kysely<Schema>,
  { reports, evidence, withdrawn, holds }: Protections,
  at: string,
): Promise<ProtectedAgain> {
  const each = async <T>(
    states: readonly T[],
    apply: (transaction: Transaction<Schema>, state: T) => Promise<boolean>,
  ): Promise<T[]> => {
    const changed: T[] = []
    for (const state of states)
      if (await inTransaction(db, (transaction) => apply(transaction, state))) changed.push(state)
    return changed
  }
  return {
    // Before the reports, which may go to the bin.
    evidence: (await each(evidence, (to, state) => protectEvidence(to, state, at))).length,
    withdrawn: (await each(withdrawn, (to, [id, since]) => withdraw(to, id, since))).length,
    reports: (await each(reports, (to, state) => protectReport(to, state, at))).map(({ id }) => id),
    holds: (await each(holds, hold)).length,
  }
}
