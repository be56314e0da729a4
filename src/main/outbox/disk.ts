/** The file system as the queue uses it, so that tests can fill the disk or break it. */
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskFault } from './outbox.ts'

export interface DiskFile {
  /** How many of the bytes were written; a disk that fills up takes fewer before it refuses. */
  write(bytes: Uint8Array, position: number): Promise<number>
  /** Resolves when everything written is on the disk. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}
export interface Disk {
  makeFolder(path: string): Promise<void>
  list(folder: string): Promise<readonly string[]>
  /** undefined: there is no such file. */
  read(path: string): Promise<Buffer | undefined>
  /** `new` empties what was there. */
  open(path: string, how: 'existing' | 'new'): Promise<DiskFile>
  rename(from: string, to: string): Promise<void>
  /** A second name or a copy that stays as it is when the first is replaced. */
  keepAside(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** A created or renamed file survives a power cut only after its folder was synced. */
  syncFolder(path: string): Promise<void>
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code // Node's file errors carry one
export const diskFault = (error: unknown): DiskFault =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '') ? 'disk-full' : 'disk'

export async function writeAll(
  file: Pick<DiskFile, 'write'>,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const written = await file.write(bytes.subarray(done), position + done)
    if (written <= 0) throw new Error('The disk takes nothing')
    done += written
  }
}

/** A whole file at once or not at all: a temporary name, fsync, rename, fsync of the folder. */
export async function replaceFile(
  disk: Disk,
  folder: string,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporary = `${path}.new`
  const file = await disk.open(temporary, 'new')
  try {
    await writeAll(file, bytes, 0)
    await file.sync()
  } catch (error) {
    await file.close().catch(() => undefined)
    await disk.remove(temporary).catch(() => undefined) // the first error is reported
    throw error
  }
  await file.close()
  await disk.rename(temporary, path)
  await disk.syncFolder(folder)
}

const { O_CREAT, O_RDWR, O_TRUNC } = constants

export const nodeDisk: Disk = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    // Each new folder is a name in the one above it.
    if (first === undefined) return
    for (let made = path; made.length >= first.length; made = dirname(made))
      await nodeDisk.syncFolder(dirname(made))
  },
  list: (folder) => readdir(folder),
  read: (path) =>
    readFile(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }),
  async open(path, how) {
    const handle = await open(path, how === 'new' ? O_RDWR | O_CREAT | O_TRUNC : O_RDWR, 0o600)
    return {
      write: async (bytes, position) =>
        (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
      sync: () => handle.sync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    }
  },
  rename,
  keepAside: (from, to) => link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL)), // FAT has no second names
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    if (process.platform === 'win32') return // it has no such call for folders; NTFS journals names itself
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
}
