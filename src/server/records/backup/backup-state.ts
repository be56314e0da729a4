import { statfs } from 'node:fs/promises'
import type { Deps } from '../../deps/deps.ts'
import { readRecord, refuseOtherStore, type BackupRecord } from './backup-repository.ts'
import { judgeBackups, type BackupLook, type BackupState } from './check/judge-backups.ts'
import { soundListInFolder } from './erasures.ts'
import { openBackupFolder, type BackupFolder } from './folder/backup-folder.ts'
import { DamagedBackup } from './folder/damaged-backup.ts'
import { FolderFault } from './folder/folder-fault.ts'

/** What the last check found, and is still so: a backup writes again what the server still has. */
async function stillDamaged(
  folder: BackupFolder,
  record: BackupRecord | undefined,
): Promise<readonly string[]> {
  const names = await folder.snapshots()
  const texts: string[] = []
  for (const { kind, id, text } of record?.damaged ?? []) {
    const isStill =
      kind === 'object'
        ? !(await folder.has(id))
        : kind === 'list'
          ? (await soundListInFolder(folder)) === undefined
          : names.includes(id) && (await isDamaged(folder, id))
    if (isStill) texts.push(text)
  }
  return texts
}

const isDamaged = (folder: BackupFolder, name: string): Promise<boolean> =>
  folder.read(name).then(
    () => false,
    (error: unknown) => error instanceof DamagedBackup,
  )

async function look(
  path: string,
  key: string,
  record: BackupRecord | undefined,
): Promise<BackupLook> {
  const seen: BackupLook = {
    path,
    folderFault: undefined,
    names: [],
    freeBytes: undefined,
    record,
    damaged: [],
  }
  try {
    const folder = await openBackupFolder(path, key, { create: false })
    await refuseOtherStore(folder, record, false)
    const { bavail, bsize } = await statfs(path)
    return {
      ...seen,
      names: await folder.snapshots(),
      freeBytes: bavail * bsize,
      damaged: await stillDamaged(folder, record),
    }
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
    // A place that was never used is one without backups, as before the first start.
    if (error.kind === 'empty' && (record === undefined || record.stores.length === 0)) return seen
    return {
      ...seen,
      folderFault:
        error.kind === 'empty'
          ? new FolderFault(
              'not-mounted',
              `${path} is empty, but backups were made there before: its disk is not mounted, or they were deleted. Mount the disk, then run npm run backup.`,
            )
          : error,
    }
  }
}

export interface BackupPlace {
  readonly to: string
  readonly key: string
  readonly everyMs: number
}

/**
 * The state of a folder of backups. It opens the head and reads no object: whether they are whole, the
 * last check says.
 */
export const stateOfBackups = async (
  { to, key, everyMs }: BackupPlace,
  record: BackupRecord | undefined,
  now: Date,
): Promise<BackupState> => judgeBackups(await look(to, key, record), everyMs, now)

/** Of the backups in BACKUP_TO; undefined where the server makes none. */
export async function readBackupState({
  config: {
    backup: { to, key, everyMs },
  },
  clock,
  database: { db },
}: Pick<Deps, 'config' | 'clock' | 'database'>): Promise<BackupState | undefined> {
  if (to === undefined || key === undefined) return undefined
  return stateOfBackups({ to, key, everyMs }, await readRecord(db, to), clock.now())
}
