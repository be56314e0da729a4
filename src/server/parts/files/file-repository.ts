/** Queries of the `files` table; rules live in the commands. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import { PAPER_FIELD } from '#shared/contract/uploads.ts'
import type { FileTable, Schema } from '../database/schema.ts'

export type FileRow = Selectable<FileTable>

/** A row whose bytes are still being stored; no caller can refer to it yet. */
export const RECEIVING = 'receiving'
/** A row whose bytes are being deleted; no caller can attach it any more. */
export const DISCARDED = 'discarded'
/** Bytes of such a row may be missing at any moment, and nothing is lost. */
export const isBeingMade = (purpose: string): boolean =>
  purpose === RECEIVING || purpose === DISCARDED

export const insertFile = (db: Kysely<Schema>, row: Insertable<FileTable>) =>
  db.insertInto('files').values(row).execute()

/** Makes received files visible under their field, for their sender. */
export const publishFile = (
  db: Kysely<Schema>,
  id: string,
  to: Pick<FileRow, 'purpose' | 'owner_id' | 'ticket_id' | 'attached_at'> &
    Partial<Pick<FileRow, 'original_sha256' | 'original_bytes' | 'seal' | 'seal_state'>>,
) => db.updateTable('files').set(to).where('id', '=', id).where('purpose', '=', RECEIVING).execute()

/**
 * Marks files for removal, unless they are referenced meanwhile; returns those that may be removed.
 */
export async function discardFiles(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Pick<FileRow, 'id' | 'pages'>[]> {
  if (ids.length === 0) return []
  return db
    .updateTable('files')
    .set({ purpose: DISCARDED, owner_id: null, ticket_id: null })
    .where('id', 'in', ids)
    .where('attached_at', 'is', null)
    .returning(['id', 'pages'])
    .execute()
}

/** The copies of a document that an older version received. */
export const setPages = (db: Kysely<Schema>, id: string, pages: number) =>
  db.updateTable('files').set({ pages }).where('id', '=', id).execute()

/**
 * Scans of papers whose voice is gone: it was taken back, or the event, the giver or the holder was deleted, which takes
 * the row along in the database. They become files without a reference.
 */
export const releaseScans = (db: Kysely<Schema>) =>
  db
    .updateTable('files')
    .set({ attached_at: null, original_name: '' })
    .where('purpose', '=', PAPER_FIELD)
    .where('attached_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('assembly_proxies')
            .select('assembly_proxies.id')
            .whereRef('assembly_proxies.scan_file', '=', 'files.id'),
        ),
      ),
    )
    .execute()

/** Takes a scan away from its voice, which keeps the hash. @returns whether a voice had it */
export async function forgetScan(db: Kysely<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assembly_proxies')
    .set((eb) => ({
      scan_file: null,
      scan_sha256: eb.selectFrom('files').select('sha256').where('files.id', '=', id),
    }))
    .where('scan_file', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface OrphanTimes {
  readonly before: string
  /** For files of clients without tickets, which are kept longer. */
  readonly originBefore: string
  readonly now: string
}

/**
 * Files without a reference: marked for removal, or unused since `before`. A file from an upload in
 * parts is kept as long as its upload.
 */
export async function findOrphans(
  db: Kysely<Schema>,
  { before, originBefore, now }: OrphanTimes,
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
        eb.and([
          eb('created_at', '<', before),
          eb.not(waits),
          eb.or([
            eb('ticket_id', 'is', null),
            eb('ticket_id', 'not like', 'origin:%'),
            eb('created_at', '<', originBefore),
          ]),
        ]),
      ])
    })
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The list of erased files is for restores of older backups (ADR 0045). */
export async function deleteFileRow(db: Kysely<Schema>, id: string, at: string): Promise<void> {
  await db
    .insertInto('erased_files')
    .values({ id, at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db.deleteFrom('files').where('id', '=', id).where('purpose', '=', DISCARDED).execute()
}

type ClaimedFile = Pick<
  FileRow,
  'purpose' | 'media_type' | 'size_bytes' | 'sha256' | 'pages' | 'inside' | 'incomplete'
>

export interface UploadClaim {
  readonly id: string
  readonly uploaderId: number
  /** Whether a purpose (the field of the upload) fits this use. */
  readonly fits: (purpose: string) => boolean
  readonly at: string
}

/**
 * Takes a member's own, unused upload into use; returns its data, or undefined when there is no
 * such upload. The row drops its sender: the referring row knows the sender, and can drop it when
 * the member is erased.
 */
export async function claimUpload(
  db: Kysely<Schema>,
  { id, uploaderId, fits, at }: UploadClaim,
): Promise<Omit<ClaimedFile, 'purpose'> | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['purpose', 'media_type', 'size_bytes', 'sha256', 'pages', 'inside', 'incomplete'])
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
