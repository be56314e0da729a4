/** Queries of uploads in parts; rules live in the commands. */
import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely'
import type { EvidenceUploadTable, FilePartTable, Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'

export type UploadRow = Selectable<EvidenceUploadTable>

/** Who sends a file: a member, or the witness of a report. */
export type Sender =
  | { readonly kind: 'member'; readonly memberId: number }
  | { readonly kind: 'witness'; readonly reportId: number }

/** Stands for no member in the rows of witnesses. */
export const NO_MEMBER = 0

/** A member's uploads never have a report, a witness's never a member. */
const sentBy = (sender: Sender) => (eb: ExpressionBuilder<Schema, 'evidence_uploads'>) =>
  sender.kind === 'member'
    ? eb.and([eb('member_id', '=', sender.memberId), eb('report_id', 'is', null)])
    : eb('report_id', '=', sender.reportId)

/** The sender's own upload, until it expires. */
export const findUpload = (
  db: Kysely<Schema>,
  own: { readonly id: string; readonly sender: Sender; readonly now: string },
): Promise<UploadRow | undefined> =>
  db
    .selectFrom('evidence_uploads')
    .selectAll()
    .where('id', '=', own.id)
    .where(sentBy(own.sender))
    .where('expires_at', '>', own.now)
    .executeTakeFirst()

export const insertUpload = (db: Kysely<Schema>, row: UploadRow) =>
  db.insertInto('evidence_uploads').values(row).execute()

/**
 * Uploads started and bytes of a sender, or of all witnesses. For its sender a cancelled or refused upload counts with the
 * bytes that it received, and an open one with its announced size. Among all only what is kept counts: otherwise
 * announcements without a byte, or bytes that were refused, would use up the day of all witnesses.
 */
export async function usedQuota(
  db: Kysely<Schema>,
  sender: Sender | 'all-witnesses',
  now: string,
): Promise<{ readonly uploads: number; readonly bytes: number; readonly oldest: string | null }> {
  const isOfAll = sender === 'all-witnesses'
  const received = isOfAll ? 'open' : 'closed'
  const row = await db
    .selectFrom('evidence_uploads')
    .select((eb) => [
      eb.fn.countAll<number>().as('uploads'),
      sql<
        number | null
      >`sum(case when state = ${received} then received_bytes else size_bytes end)`.as('bytes'),
      eb.fn.min('expires_at').as('oldest'),
    ])
    .where((eb) =>
      isOfAll
        ? eb.and([eb('report_id', 'is not', null), eb('state', '!=', 'closed')])
        : sentBy(sender)(eb),
    )
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return {
    uploads: Number(row?.uploads ?? 0),
    bytes: Number(row?.bytes ?? 0),
    oldest: row?.oldest ?? null,
  }
}

export const findPart = (db: Kysely<Schema>, uploadId: string, number: number) =>
  db
    .selectFrom('file_parts')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('number', '=', number)
    .where('stored_at', 'is not', null)
    .executeTakeFirst()

/**
 * Advances the upload by one part, which counts from now on; returns false when another call was
 * first.
 */
export const acceptPart = (
  db: Kysely<Schema>,
  part: {
    readonly id: string
    readonly uploadId: string
    readonly offset: number
    readonly size: number
    readonly at: string
  },
): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('evidence_uploads')
      .set({ received_bytes: part.offset + part.size })
      .where('id', '=', part.uploadId)
      .where('state', '=', 'open')
      .where('received_bytes', '=', part.offset)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await transaction
      .updateTable('file_parts')
      .set({ stored_at: part.at })
      .where('id', '=', part.id)
      .execute()
    return true
  })

/**
 * One of several calls assembles the file; another takes over when the first has not renewed its
 * mark since `silentSince`.
 */
export async function beginFinish(
  db: Kysely<Schema>,
  finish: {
    readonly id: string
    readonly finishingId: string
    readonly at: string
    readonly silentSince: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evidence_uploads')
    .set({ state: 'finishing', finishing_id: finish.finishingId, finishing_at: finish.at })
    .where('id', '=', finish.id)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'open'),
        eb.and([eb('state', '=', 'finishing'), eb('finishing_at', '<', finish.silentSince)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Renews the mark of the finish; does nothing when another call has taken over. */
export const keepFinish = (
  db: Kysely<Schema>,
  finish: { readonly id: string; readonly finishingId: string; readonly at: string },
) =>
  db
    .updateTable('evidence_uploads')
    .set({ finishing_at: finish.at })
    .where('id', '=', finish.id)
    .where('state', '=', 'finishing')
    .where('finishing_id', '=', finish.finishingId)
    .execute()

/** Ends the finish that `finishingId` began; false when it is no longer the one. */
export async function endFinish(
  db: Kysely<Schema>,
  finish: { readonly id: string; readonly finishingId: string },
  change: Pick<UploadRow, 'state'> & Partial<Pick<UploadRow, 'file_id' | 'fault'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evidence_uploads')
    .set({ ...change, finishing_id: null, finishing_at: null })
    .where('id', '=', finish.id)
    .where('state', '=', 'finishing')
    .where('finishing_id', '=', finish.finishingId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function closeUpload(db: Kysely<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evidence_uploads')
    .set({ state: 'closed' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Expired uploads, and those of erased members and reports. */
export async function dueUploads(
  db: Kysely<Schema>,
  now: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_uploads')
    .leftJoin('members', 'members.id', 'evidence_uploads.member_id')
    .leftJoin('reports', 'reports.id', 'evidence_uploads.report_id')
    .select('evidence_uploads.id')
    .where((eb) =>
      eb.or([
        eb('evidence_uploads.expires_at', '<=', now),
        eb.and([eb('members.id', 'is', null), eb('reports.id', 'is', null)]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Parts of removed uploads, stored by a call while its upload ended. */
export const strayParts = (db: Kysely<Schema>, limit: number) =>
  db
    .selectFrom('file_parts')
    .leftJoin('evidence_uploads', 'evidence_uploads.id', 'file_parts.upload_id')
    .select('file_parts.upload_id')
    .distinct()
    .where('file_parts.upload_id', 'is not', null)
    .where('evidence_uploads.id', 'is', null)
    .limit(limit)
    .execute()

export const deleteUpload = (db: Kysely<Schema>, id: string) =>
  db.deleteFrom('evidence_uploads').where('id', '=', id).execute()

export const insertPart = (db: Kysely<Schema>, part: Selectable<FilePartTable>) =>
  db.insertInto('file_parts').values(part).execute()

export const deletePart = (db: Kysely<Schema>, id: string) =>
  db.deleteFrom('file_parts').where('id', '=', id).execute()

/** The complete parts of the upload become parts of the file. */
export const movePartsToFile = (db: Kysely<Schema>, uploadId: string, fileId: string) =>
  db
    .updateTable('file_parts')
    .set({ file_id: fileId, upload_id: null })
    .where('upload_id', '=', uploadId)
    .where('stored_at', 'is not', null)
    .execute()

/** The file of a finished upload of this witness that no report uses yet. */
export const findUnusedFile = (
  db: Kysely<Schema>,
  { fileId, reportId }: { readonly fileId: string; readonly reportId: number },
) =>
  db
    .selectFrom('evidence_uploads')
    .innerJoin('files', 'files.id', 'evidence_uploads.file_id')
    .select(['files.media_type', 'files.size_bytes', 'files.sha256'])
    .where('evidence_uploads.file_id', '=', fileId)
    .where('evidence_uploads.report_id', '=', reportId)
    .where('evidence_uploads.state', '=', 'finished')
    .where('files.attached_at', 'is', null)
    .executeTakeFirst()

/** Takes such a file into use; false when another call was faster. */
export async function useFile(db: Kysely<Schema>, fileId: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ attached_at: at })
    .where('id', '=', fileId)
    .where('owner_id', 'is', null)
    .where('attached_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The size and hash of an upload whose parts came without an announcement. */
export const settleSize = (
  db: Kysely<Schema>,
  id: string,
  change: Pick<UploadRow, 'size_bytes' | 'sha256'>,
) =>
  db
    .updateTable('evidence_uploads')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
