/** What this server knows of a folder of backups: whether it was used, and what the last check found. */
import { resolve } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import type { DamagedPiece, FolderCheck } from './check/check-backups.ts'
import type { BackupFolder } from './folder/backup-folder.ts'
import { FolderFault } from './folder/folder-fault.ts'

export interface BackupRecord {
  readonly stores: readonly string[]
  readonly lastName: string
  readonly checks: number
  readonly checkedAt: string | null
  readonly damaged: readonly DamagedPiece[]
  readonly failedAt: string | null
  readonly failure: string
}

/** More of them say nothing more, and the row stays small. */
const DAMAGED_MAX = 500

/** Undefined where no backup was made there. */
export async function readRecord(
  db: Kysely<Schema>,
  path: string,
): Promise<BackupRecord | undefined> {
  const row = await db
    .selectFrom('backup_records')
    .selectAll()
    .where('path', '=', resolve(path))
    .executeTakeFirst()
  return (
    row && {
      stores: JSON.parse(row.stores) as string[], // written below
      lastName: row.last_name,
      checks: row.checks,
      checkedAt: row.checked_at,
      damaged: JSON.parse(row.damaged) as DamagedPiece[], // written below
      failedAt: row.failed_at,
      failure: row.failure,
    }
  )
}

/**
 * @param begin take the folder as it is, and remember it
 * @throws FolderFault where backups were made in this place, and what lies there is not one of them
 */
export async function refuseOtherStore(
  folder: BackupFolder,
  record: BackupRecord | undefined,
  begin: boolean,
): Promise<void> {
  if (begin || record === undefined || record.stores.length === 0) return
  if (record.stores.includes(folder.storeId)) return
  if ((await folder.snapshots()).includes(record.lastName)) return // its head was lost and made again
  throw new FolderFault(
    'not-mounted',
    `${folder.path} contains different backups from those made there so far: another disk is mounted, or none. Mount the right one, then run npm run backup. To use this one on purpose: npm run backup -- --begin`,
  )
}

export async function recordBackup(
  db: Kysely<Schema>,
  { path, storeId }: Pick<BackupFolder, 'path' | 'storeId'>,
  name: string,
): Promise<void> {
  const record = await readRecord(db, path)
  const stores = JSON.stringify([...new Set([...(record?.stores ?? []), storeId])])
  const made = { stores, last_name: name, failed_at: null, failure: '' }
  await db
    .insertInto('backup_records')
    .values({ path: resolve(path), checked_at: null, ...made })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(made))
    .execute()
}

export async function recordFailure(
  db: Kysely<Schema>,
  path: string,
  { at, text }: { readonly at: string; readonly text: string },
): Promise<void> {
  const failed = { failed_at: at, failure: text }
  await db
    .insertInto('backup_records')
    .values({ path: resolve(path), stores: '[]', last_name: '', checked_at: null, ...failed })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(failed))
    .execute()
}

/** Nothing is noted of a folder where this server made no backup. */
export async function recordCheck(
  db: Kysely<Schema>,
  path: string,
  { at, damaged }: { readonly at: string } & Pick<FolderCheck, 'damaged'>,
): Promise<void> {
  await db
    .updateTable('backup_records')
    .set((eb) => ({
      checks: eb('checks', '+', 1),
      checked_at: at,
      damaged: JSON.stringify(damaged.slice(0, DAMAGED_MAX)),
    }))
    .where('path', '=', resolve(path))
    .execute()
}
