/** Queries of the `files` table; rules live in the commands. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { FileTable, Schema } from '../database/schema.ts'

export type FileRow = Selectable<FileTable>

/** A row whose bytes are still on their way; nobody can name it yet. */
export const RECEIVING = 'receiving'
/** A row whose bytes are about to go; nobody can attach it any more. */
export const DISCARDED = 'discarded'

export const insertFile = (db: Kysely<Schema>, row: Insertable<FileTable>) =>
  db.insertInto('files').values(row).execute()

/** Files that arrived become visible under their field, for the one who sent them. */
export const publishFile = (
  db: Kysely<Schema>,
  id: string,
  to: Pick<FileRow, 'purpose' | 'owner_id' | 'ticket_id' | 'attached_at'> &
    Partial<Pick<FileRow, 'original_sha256' | 'original_bytes'>>,
) => db.updateTable('files').set(to).where('id', '=', id).where('purpose', '=', RECEIVING).execute()

/** Gives files up for removal, unless something has begun to refer to them; answers the ids that are free. */
export async function discardFiles(db: Kysely<Schema>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('files')
    .set({ purpose: DISCARDED, owner_id: null, ticket_id: null })
    .where('id', 'in', ids)
    .where('attached_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Files that nothing refers to: given up, or left lying since `before`. What came in parts over a bad line waits as long as its upload is kept. */
export async function findOrphans(
  db: Kysely<Schema>,
  { before, now }: { readonly before: string; readonly now: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('attached_at', 'is', null)
    .where((eb) => {
      const waits = eb.exists(
        eb
          .selectFrom('evidence_uploads')
          .select('evidence_uploads.id')
          .whereRef('evidence_uploads.file_id', '=', 'files.id')
          .where('evidence_uploads.expires_at', '>', now),
      )
      return eb.or([
        eb('purpose', '=', DISCARDED),
        eb.and([eb('created_at', '<', before), eb.not(waits)]),
      ])
    })
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteFileRow = (db: Kysely<Schema>, id: string) =>
  db.deleteFrom('files').where('id', '=', id).where('purpose', '=', DISCARDED).execute()

export interface UploadClaim {
  readonly id: string
  readonly uploaderId: number
  /** Whether a purpose (the field of the upload) fits this use. */
  readonly fits: (purpose: string) => boolean
  readonly at: string
}

/**
 * Takes a member's own, unused upload into use; answers what it is, or undefined when it is not one. The row
 * forgets who sent it: what refers to the file knows that, and can forget it when the person leaves.
 */
export async function claimUpload(
  db: Kysely<Schema>,
  { id, uploaderId, fits, at }: UploadClaim,
): Promise<Pick<FileRow, 'media_type' | 'size_bytes' | 'sha256'> | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['purpose', 'media_type', 'size_bytes', 'sha256'])
    .where('id', '=', id)
    .where('owner_id', '=', uploaderId)
    .where('attached_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !fits(row.purpose)) return undefined
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ attached_at: at, owner_id: null })
    .where('id', '=', id)
    .where('owner_id', '=', uploaderId)
    .where('purpose', '=', row.purpose)
    .where('attached_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? row : undefined
}
