import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'

/** Queries of the files that members own; rules live in `own-files.ts`. */

/**
 * Attaches an upload to `ownerId`. Returns false when it is not the uploader's own, is already in
 * use or was uploaded for another purpose.
 */
export async function attachFile(
  db: Kysely<Schema>,
  file: {
    readonly fileId: string
    readonly purposes: readonly string[]
    readonly uploaderId: number
    readonly ownerId: number
    readonly at: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ attached_at: file.at, owner_id: file.ownerId })
    .where('id', '=', file.fileId)
    .where('owner_id', '=', file.uploaderId)
    .where('attached_at', 'is', null)
    .where('purpose', 'in', [...file.purposes])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Releases files: they are no longer referenced, and the clean-up of orphans removes rows and
 * bytes.
 */
export async function releaseFiles(
  db: Kysely<Schema>,
  fileIds: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = fileIds.filter((id): id is string => typeof id === 'string')
  if (ids.length > 0)
    await db
      .updateTable('files')
      .set({ attached_at: null, owner_id: null, original_name: '' })
      .where('id', 'in', ids)
      .execute()
}

/** Releases all files of a member that were uploaded for one of these purposes. */
export const releaseFilesOf = (db: Kysely<Schema>, memberId: number, purposes: readonly string[]) =>
  db
    .updateTable('files')
    .set({ attached_at: null, owner_id: null, original_name: '' })
    .where('owner_id', '=', memberId)
    .where('purpose', 'in', purposes)
    .execute()
