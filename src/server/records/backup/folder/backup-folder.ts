/**
 * A folder of backups (ADR 0040): objects that are named by their content and sealed, and snapshots
 * that list them. An object is complete or absent, also after a power cut, and is never changed; so a
 * run that was killed is gone on with by running it again, and a snapshot costs what is new in it.
 *
 * The time of change of an object's file says when it was last read or written whole. A disk damages
 * what is never read, so an object that a backup meets is read when that is too long ago (ADR 0066).
 */
import { randomUUID } from 'node:crypto'
import { readFile, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../../base/durable-file.ts'
import { openHead } from './backup-head.ts'
import { compress, createSeal, isCompressed } from './backup-seal.ts'
import { DamagedBackup } from './damaged-backup.ts'
import { folderFaultOf, isMissing, namesIn } from './folder-fault.ts'
import { createSnapshotShelf, type SnapshotShelf } from './snapshot-shelf.ts'
import { FileLine, ObjectId } from './snapshot.ts'

interface Stored {
  readonly id: string
  readonly isNew: boolean
  /** It was there and damaged, and was written again. */
  readonly isHealed: boolean
}

export interface BackupFolder extends SnapshotShelf {
  readonly path: string
  /** Of this store of backups: another one in the same place has another id. */
  readonly storeId: string
  /** Path of an object's file. */
  pathOf(id: string): string
  has(id: string): Promise<boolean>
  /** True where the object is there and is whole: it is read where that was not done for long. */
  isSound(id: string): Promise<boolean>
  /** @param as sealed bytes are not compressed: that would take most of the time, and make nothing smaller */
  put(plain: Buffer, as?: 'text' | 'sealed'): Promise<Stored>
  /** @throws DamagedBackup */
  get(id: string): Promise<Buffer>
  /** As `get`, and notes that the object was read whole. @throws DamagedBackup */
  prove(id: string): Promise<Buffer>
  /** Renames a damaged object, so that the next backup writes it again. */
  setAside(id: string): Promise<void>
  /**
   * The sealed list beside the snapshots (ADR 0045); undefined where there is none.
   * @throws DamagedBackup
   */
  readList(): Promise<Buffer | undefined>
  writeList(plain: Buffer): Promise<void>
  /** Opens a copy of the list that is kept elsewhere. @throws DamagedBackup */
  openList(file: string): Promise<Buffer>
}

export const PARTS = '.parts'
/** Sealed under this name, wherever a copy of it is kept. */
export const LIST_NAME = 'erasures.wld'
const UNREAD_MAX_MS = 7 * 24 * 60 * 60 * 1_000
/** A time of change that is further ahead was written by a wrong clock, and says nothing. */
const AHEAD_MAX_MS = 24 * 60 * 60 * 1_000
/** Objects that are tried before a key is called wrong. */
const OBJECTS_TRIED = 20

/** A sector that cannot be read is damage like a changed byte. */
const isUnreadable = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EIO'
/**
 * @param keyHex BACKUP_KEY, 64 hexadecimal digits
 * @throws FolderFault when the folder belongs to another key, is none of ours, or is not there
 */
export async function openBackupFolder(
  path: string,
  keyHex: string,
  { create, isKnown = false }: { readonly create: boolean; readonly isKnown?: boolean },
): Promise<BackupFolder> {
  const seal = createSeal(keyHex)
  const objectPath = (id: string): string => join(path, 'objects', id.slice(0, 2), id)
  const write = (file: string, bytes: Uint8Array | string): Promise<void> =>
    writeDurably(file, join(path, PARTS, randomUUID()), bytes).catch((error: unknown) => {
      throw folderFaultOf(error, path)
    })

  async function readSealed(file: string, name: string): Promise<Buffer> {
    const sealed = await readFile(file).catch((error: unknown) => {
      if (isMissing(error)) throw new DamagedBackup(`${file} is missing from the backup.`)
      if (isUnreadable(error)) throw new DamagedBackup(`${file} cannot be read from its disk.`)
      throw folderFaultOf(error, path)
    })
    try {
      return await seal.open(sealed, name)
    } catch {
      throw new DamagedBackup(
        `${file} is damaged.`,
        ObjectId.safeParse(name).success ? name : undefined,
      )
    }
  }
  const opens = (file: string, name: string): Promise<boolean> =>
    readSealed(file, name).then(
      () => true,
      () => false,
    )

  async function opensAny(): Promise<boolean> {
    for (const name of await namesIn(join(path, 'snapshots')))
      if (await opens(join(path, 'snapshots', name), name)) return true
    let tried = 0
    for (const start of await namesIn(join(path, 'objects')))
      for (const id of await namesIn(join(path, 'objects', start))) {
        if (await opens(objectPath(id), id)) return true
        tried += 1
        if (tried === OBJECTS_TRIED) return false
      }
    return false
  }

  const storeId = await openHead({
    path,
    seal,
    create,
    isKnown,
    write: (name, text) => write(join(path, name), text),
    opensAny,
  })

  /** How long ago the object was read or written whole; undefined where it is missing. */
  async function unreadMs(id: string): Promise<number | undefined> {
    try {
      const age = Date.now() - (await stat(objectPath(id))).mtimeMs
      return age < -AHEAD_MAX_MS ? Number.POSITIVE_INFINITY : age
    } catch (error) {
      if (isMissing(error)) return undefined
      throw folderFaultOf(error, path)
    }
  }
  const folder: BackupFolder = {
    path,
    storeId,
    ...createSnapshotShelf({
      path: join(path, 'snapshots'),
      readSealed,
      writeSealed: (file, plain, name) => write(file, seal.seal(plain, name)),
    }),
    pathOf: objectPath,
    has: async (id) => (await unreadMs(id)) !== undefined,
    async isSound(id) {
      const age = await unreadMs(id)
      if (age === undefined || age <= UNREAD_MAX_MS) return age !== undefined
      return folder.prove(id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DamagedBackup) return false
          throw error
        },
      )
    },
    async put(plain, as = 'text') {
      const id = seal.idOf(plain)
      if (await folder.isSound(id)) return { id, isNew: false, isHealed: false }
      const isHealed = await folder.has(id)
      const raw = as === 'sealed' && !isCompressed(plain)
      await write(objectPath(id), seal.seal(raw ? plain : await compress(plain, { level: 1 }), id))
      return { id, isNew: true, isHealed }
    },
    get: (id) => readSealed(objectPath(id), id),
    async prove(id) {
      const plain = await folder.get(id)
      const now = new Date()
      await utimes(objectPath(id), now, now).catch(() => undefined) // on a medium that takes no writes
      return plain
    },
    setAside: (id) => rename(objectPath(id), `${objectPath(id)}.damaged`),
    async readList() {
      const exists = (await namesIn(path)).includes(LIST_NAME)
      return exists ? readSealed(join(path, LIST_NAME), LIST_NAME) : undefined
    },
    async writeList(plain) {
      await write(join(path, LIST_NAME), seal.seal(await compress(plain), LIST_NAME))
    },
    openList: (file) => readSealed(file, LIST_NAME),
  }
  return folder
}

/** The lines of chunks, one JSON value each. */
export async function* linesOf(
  folder: Pick<BackupFolder, 'get'>,
  chunks: readonly string[],
): AsyncGenerator {
  for (const id of chunks)
    for (const line of (await folder.get(id)).toString().split('\n'))
      if (line !== '') yield JSON.parse(line)
}

export async function* fileLines(
  folder: Pick<BackupFolder, 'get'>,
  chunks: readonly string[],
): AsyncGenerator<FileLine> {
  for await (const line of linesOf(folder, chunks)) yield FileLine.parse(line)
}
