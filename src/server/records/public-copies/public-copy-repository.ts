/** Queries of what the public sees of evidence; the rules are in `routes.ts`. */
import type { Insertable, Kysely } from 'kysely'
import type { PublicCopyChangeTable, Schema } from '../../parts/database/schema.ts'

/** A piece of evidence that is not deleted, of a report that is not. */
export const findPublicCopy = (db: Kysely<Schema>, evidenceId: number) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .innerJoin('reports', 'reports.id', 'report_evidence.report_id')
    .select([
      'report_evidence.id',
      'report_evidence.report_id',
      'report_evidence.file_id',
      'report_evidence.held_back',
      'report_evidence.warnings',
      'report_evidence.public_version',
      'files.boxes',
      'files.media_type',
      'files.pages',
      'files.sha256',
    ])
    .where('report_evidence.id', '=', evidenceId)
    .where('report_evidence.deleted_at', 'is', null)
    .where('reports.deleted_at', 'is', null)
    .executeTakeFirst()
export type PublicCopyRow = NonNullable<Awaited<ReturnType<typeof findPublicCopy>>>

export const listChanges = (db: Kysely<Schema>, evidenceId: number) =>
  db
    .selectFrom('public_copy_changes')
    .selectAll()
    .where('evidence_id', '=', evidenceId)
    .orderBy('version', 'desc')
    .execute()

/** Writes the new state, where the row still has the version before; the caller holds the report. */
export async function writePublicCopy(
  db: Kysely<Schema>,
  row: Pick<PublicCopyRow, 'id' | 'file_id' | 'public_version'>,
  next: Pick<PublicCopyRow, 'held_back' | 'warnings' | 'boxes'>,
  version = row.public_version + 1,
): Promise<boolean> {
  const { boxes, ...columns } = next
  const { numUpdatedRows } = await db
    .updateTable('report_evidence')
    .set({ ...columns, public_version: version })
    .where('id', '=', row.id)
    .where('public_version', '=', row.public_version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await db.updateTable('files').set({ boxes }).where('id', '=', row.file_id).execute()
  return true
}

export const insertChange = (db: Kysely<Schema>, row: Insertable<PublicCopyChangeTable>) =>
  db.insertInto('public_copy_changes').values(row).execute()
