/** What is wrong with a folder of backups as a whole: each kind by its own name, with what to do. */
import { readdir } from 'node:fs/promises'
import { StartFault } from '../../../base/start-fault.ts'

export type FolderFaultKind =
  | 'empty'
  | 'not-mounted'
  | 'foreign'
  | 'wrong-key'
  | 'head-lost'
  | 'full'
  | 'unwritable'
  | 'failing'

export class FolderFault extends StartFault {
  override readonly name = 'FolderFault'
  readonly kind: FolderFaultKind
  constructor(kind: FolderFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Codes of Node.js. */
const OF_SYSTEM: Readonly<Record<string, FolderFaultKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'unwritable',
  EPERM: 'unwritable',
  EROFS: 'unwritable',
  EIO: 'failing',
}

const WORDS = {
  full: (path) =>
    `The disk of the backups is full (BACKUP_TO, ${path}). Free some space there: npm run backup:prune -- --keep 7 deletes all backups but the newest 7, and a smaller number frees more. The server’s data is elsewhere; do not delete any of it.`,
  unwritable: (path) =>
    `The folder of the backups (BACKUP_TO, ${path}) cannot be read or written to. Give the server’s user access to it, and check whether its disk is mounted read-only (mount | grep ro).`,
  failing: (path) =>
    `The disk of the backups (BACKUP_TO, ${path}) is failing. Look for its errors with dmesg, and set BACKUP_TO to a folder on a healthy disk.`,
} satisfies Partial<Record<FolderFaultKind, (path: string) => string>>

/** An error of the file system as a fault of the folder; other errors come back as they are. */
export function folderFaultOf(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException // only Errors are thrown by the file system
  const kind = code === undefined ? undefined : OF_SYSTEM[code]
  return kind === 'full' || kind === 'unwritable' || kind === 'failing'
    ? new FolderFault(kind, WORDS[kind](path))
    : error
}

export const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' // only Errors are thrown by the file system

/** Names in a folder; none where it is not there. */
export const namesIn = (path: string): Promise<readonly string[]> =>
  readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw folderFaultOf(error, path)
  })
