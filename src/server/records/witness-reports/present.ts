import type { Kysely } from 'kysely'
import type { WitnessDialogue, WitnessReport } from '#shared/contract/witness-reports.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { DIALOGUE_ENTRIES_MAX, type WitnessState } from '#shared/domain/report/witness-rules.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { categoryIn } from '../reports/categories.ts'
import { evidenceOf } from '../reports/evidence-repository.ts'
import { mayAddToWitnessReport } from '../reports/policy.ts'
import { isPublished } from '../reports/published.ts'
import type { ReportRow } from '../reports/report-repository.ts'
import { entriesOf, findOfWitness, type WitnessRow } from './witness-repository.ts'

const stateOf = (report: ReportRow, witness: WitnessRow): WitnessState => {
  // What the public reads is the truth, whatever the witness asked for before.
  if (report.deleted_at === null && isPublished(report)) return 'verified'
  if (witness.withdrawn_at !== null) return 'withdrawn'
  if (report.deleted_at !== null) return 'removed'
  return report.status === 'not verified' ? 'received' : report.status
}

export const mayAdd = (report: ReportRow, witness: WitnessRow): boolean =>
  report.deleted_at === null && witness.withdrawn_at === null && mayAddToWitnessReport(report)

export const mayWrite = (report: ReportRow, witness: WitnessRow): boolean =>
  report.deleted_at === null && witness.entry_count < DIALOGUE_ENTRIES_MAX

/** Undefined where the report was erased meanwhile. Of a deleted one, the state alone. */
export async function presentToWitness(
  db: Kysely<Schema>,
  reportId: number,
): Promise<WitnessReport | undefined> {
  const found = await findOfWitness(db, reportId)
  if (found === undefined) return undefined
  const { report, witness } = found
  const state = stateOf(report, witness)
  const head = { state, filedAt: report.created_at }
  if (report.deleted_at !== null)
    return {
      ...head,
      type: '',
      category: null,
      mayAdd: false,
      mayWrite: false,
      messages: [],
      evidence: [],
    }
  const entries = await entriesOf(db, reportId)
  const evidence = (await evidenceOf(db, [reportId])).get(reportId) ?? []
  return {
    ...head,
    type: report.type,
    category: categoryIn(report.type),
    mayAdd: mayAdd(report, witness),
    mayWrite: mayWrite(report, witness),
    messages: entries.map(({ id, author_id: author, text, created_at: at }) => ({
      id,
      from: author === null ? 'witness' : 'staff',
      text,
      at,
    })),
    evidence: evidence.map((row) => ({
      id: row.id,
      evidenceType: row.evidence_type,
      description: row.description,
      uploadedAt: row.uploaded_at,
    })),
  }
}

/** Undefined where there is no such report, or it is in the bin. */
export async function presentDialogue(
  db: Kysely<Schema>,
  reportId: number,
): Promise<WitnessDialogue | undefined> {
  const found = await findOfWitness(db, reportId)
  if (found === undefined || found.report.deleted_at !== null) return undefined
  const { witness } = found
  return {
    reportId,
    withdrawnAt: witness.withdrawn_at,
    unread: witness.unread,
    version: witness.entry_count,
    messages: (await entriesOf(db, reportId)).map((entry) => ({
      id: entry.id,
      from: entry.author_id === null ? 'witness' : 'staff',
      author: entry.author_id === null ? null : cardId(entry.author_id),
      text: entry.text,
      at: entry.created_at,
    })),
  }
}
