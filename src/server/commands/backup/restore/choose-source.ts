import { StartFault } from '../../../base/start-fault.ts'
import {
  listFault,
  listInFile,
  listInFolder,
  mergeErasures,
  soundListInFolder,
  type Erasures,
} from '../../../records/backup/erasures.ts'
/** Which backup and which list of erasures a command works with. */
import { type BackupFolder } from '../../../records/backup/folder/backup-folder.ts'
import { DamagedBackup } from '../../../records/backup/folder/damaged-backup.ts'
import { isAhead, newestOf } from '../../../records/backup/folder/snapshot-order.ts'

const LIST_FAULTS = {
  older: 'is older than the newest backup knows it: somebody put an old list there',
  missing: 'is missing, and the backups know of one',
  damaged: 'is damaged',
}

export interface ListChoice {
  /** A list that was kept elsewhere. */
  readonly file: string | undefined
  readonly isOldAccepted: boolean
}

/**
 * The list of erasures that a restore applies.
 * @throws StartFault where it is one with which erased persons would come back
 */
export async function chooseList(
  folder: BackupFolder,
  { file, isOldAccepted }: ListChoice,
): Promise<Erasures | undefined> {
  const isDamaged = await listInFolder(folder).then(
    () => false,
    (error: unknown) => {
      if (error instanceof DamagedBackup) return true
      throw error
    },
  )
  const held = await soundListInFolder(folder)
  const given = file === undefined ? undefined : await listInFile(folder, file)
  const list = given === undefined ? held : mergeErasures(held, given)
  const fault =
    listFault(list, await folder.knownList()) ??
    (isDamaged && given === undefined ? 'damaged' : undefined)
  if (fault === undefined || isOldAccepted) return list
  throw new StartFault(
    `The list of what was erased, erasures.wld in ${folder.path}, ${LIST_FAULTS[isDamaged && given === undefined ? 'damaged' : fault]}. With it, people who were erased would come back. Give a newer copy of it from the second place of the backups: --erasures FILE. If there is none, --old-erasures continues without it: then follow docs/operations.md, Restore, step 3.`,
  )
}

/**
 * The backup that was named, or the newest that is not from the future.
 * @throws StartFault that names the backups there are
 */
export async function chooseSnapshot(
  folder: BackupFolder,
  wanted: string | undefined,
  print: (line: string) => void,
): Promise<string> {
  const names = await folder.snapshots()
  const now = new Date()
  const ahead = names.filter((name) => isAhead(name, now))
  const chosen = wanted ?? newestOf(names, now)
  if (wanted === undefined && ahead.length > 0)
    print(
      `NOTE: ${ahead.join(', ')}: dated in the future, because a clock was wrong. They are not treated as the newest; choose one with --snapshot.`,
    )
  if (chosen !== undefined && names.includes(chosen)) return chosen
  const known = names.length === 0 ? 'none is complete' : names.join(', ')
  throw new StartFault(
    `${folder.path} has no backup ${wanted ?? (ahead.length > 0 ? 'that is not from the future. Look at the clock of this machine, or name one with --snapshot' : '')}: ${known}.`,
  )
}
