import type { Kysely, Transaction } from 'kysely'
import type { SealState } from '#shared/domain/report/evidence-seal.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** Queries of the custody of evidence; rules live in `custody.ts` and `record-look.ts`. */

export interface CustodySubject {
  readonly id: number
  readonly report_id: number
  readonly file_id: string
  readonly media_type: string
  readonly incomplete: number
  readonly pages: number | null
  readonly size_bytes: number
  readonly sha256: string
  readonly original_sha256: string | null
  readonly original_bytes: number | null
  /** Whether there is a seal, and whether it matched. */
  readonly seal_state: SealState | null
  /** JSON of the seal. */
  readonly seal: string | null
  /** Other pieces of evidence with the same file, sealed as well: a seal binds the hash of its file. */
  readonly sealed_again: number | string | null
  readonly received_at: string
  readonly deleted_at: string | null
  readonly reporter_id: number | null
  /** 1: filed without an account, so every member who sent something is staff. */
  readonly witness: number
}

const subjects = (db: Kysely<Schema>) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .innerJoin('reports', 'reports.id', 'report_evidence.report_id')
    .select([
      'report_evidence.id',
      'report_evidence.report_id',
      'report_evidence.file_id',
      'report_evidence.deleted_at',
      'report_evidence.description',
      'files.media_type',
      'files.size_bytes',
      'files.sha256',
      'files.incomplete',
      'files.original_sha256',
      'files.original_bytes',
      'files.seal_state',
      'files.seal',
      'files.pages',
      'files.created_at as received_at',
      'reports.reporter_id',
      'reports.witness',
    ])
    .select((eb) =>
      eb
        .selectFrom('files as other')
        .innerJoin('report_evidence as piece', 'piece.file_id', 'other.id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('other.sha256', '=', 'files.sha256')
        .where('other.seal_state', 'is not', null)
        .whereRef('piece.id', '!=', 'report_evidence.id')
        .as('sealed_again'),
    )

/** Also deleted evidence: the deletion is part of its custody. */
export const findSubject = (db: Kysely<Schema>, evidenceId: number) =>
  subjects(db).where('report_evidence.id', '=', evidenceId).executeTakeFirst()
export const subjectsOf = (db: Kysely<Schema>, reportId: number) =>
  subjects(db)
    .where('report_evidence.report_id', '=', reportId)
    .orderBy('report_evidence.id')
    .execute()
/** Finds the piece of evidence by the file behind it. */
export const subjectOfFile = (db: Kysely<Schema>, fileId: string) =>
  subjects(db).where('report_evidence.file_id', '=', fileId).executeTakeFirst()

interface Concerned {
  readonly target: string
  readonly actions: readonly string[]
}

/** Rows of the audit log about a piece of evidence or its report, oldest first. */
export const listCustodyRows = (
  db: Kysely<Schema>,
  evidence: Concerned,
  report: Concerned,
  max: number,
) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('target', '=', evidence.target), eb('action', 'in', evidence.actions)]),
        eb.and([eb('target', '=', report.target), eb('action', 'in', report.actions)]),
      ]),
    )
    .orderBy('seq')
    .limit(max)
    .execute()

/** The member of a session; undefined when there is no such session. */
export const findViewer = (db: Kysely<Schema>, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.role'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

/** Serializes the views of one session until the transaction ends. */
export const lockSession = (db: Transaction<Schema>, sessionId: string) =>
  db
    .updateTable('sessions')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('id', '=', sessionId)
    .execute()

/** Whether a view of the working copy by this actor is in the log since then. */
export async function hasWorkingView(
  db: Kysely<Schema>,
  view: { readonly target: string; readonly actor: string; readonly since: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('target', '=', view.target)
    .where('action', '=', 'evidence.viewed')
    .where('actor', '=', view.actor)
    .where('at', '>=', view.since)
    .where('detail', 'like', '%"copy":"working"%') // viewing the original is logged separately
    .executeTakeFirst()
  return row !== undefined
}
