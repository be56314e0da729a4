/**
 * A folder of backups (ADR 0040): objects that are named by their content and sealed, and snapshots
 * that list them. An object is complete or absent, also after a power cut, and is never changed; so a
 * run that was killed is gone on with by running it again, and a snapshot costs what is new in it.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as z from 'zod'
import { writeDurably } from '../durable-file.ts'
import { StartFault } from '../start/start-fault.ts'

/** An object or a snapshot is missing or was changed. The message names its file. */
export class DamagedBackup extends StartFault {
  override readonly name = 'DamagedBackup'
  /** Id of the object that is there and was changed; undefined for other files and for what is missing. */
  readonly object: string | undefined
  constructor(message: string, object?: string) {
    super(message)
    this.object = object
  }
}

const ObjectId = z.string().regex(/^[0-9a-f]{64}$/)

const TableCopy = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  chunks: z.array(ObjectId),
  /** The last number that the engine counted up; absent where it counts none. */
  counter: z.number().int().optional(),
})
export type TableCopy = z.output<typeof TableCopy>

export const Snapshot = z.object({
  format: z.literal(1),
  /** Instant of the database's state. */
  at: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.string()),
  /** SECRET_KEY of the association: with BACKUP_KEY alone a lost machine comes back. */
  secretKey: z.string(),
  tables: z.array(TableCopy),
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Deleted between the copy of the rows and the copy of the files. */
    missing: z.array(z.string()),
    /** Objects of lines, each a `FileLine`. */
    chunks: z.array(ObjectId),
  }),
})
export type Snapshot = z.output<typeof Snapshot>

/** Key in the file store, object, bytes, and what `FileStore.version` said. */
export const FileLine = z.tuple([z.string(), ObjectId, z.number().int(), z.string()])
export type FileLine = z.output<typeof FileLine>

export interface BackupFolder {
  readonly path: string
  has(id: string): Promise<boolean>
  /**
   * @param as sealed bytes are not compressed: that would take most of the time, and make nothing smaller
   * @returns the object's id, and whether it was written now
   */
  put(
    plain: Buffer,
    as?: 'text' | 'sealed',
  ): Promise<{ readonly id: string; readonly isNew: boolean }>
  /** @throws DamagedBackup */
  get(id: string): Promise<Buffer>
  /** Renames a damaged object, so that the next backup writes it anew. */
  setAside(id: string): Promise<void>
  /** Names of complete snapshots, the oldest first. */
  snapshots(): Promise<readonly string[]>
  /** @throws DamagedBackup */
  read(name: string): Promise<Snapshot>
  /** @returns its name */
  write(snapshot: Snapshot): Promise<string>
  /**
   * The sealed list beside the snapshots (ADR 0045); undefined where there is none.
   * @throws DamagedBackup
   */
  readList(): Promise<Buffer | undefined>
  writeList(plain: Buffer): Promise<void>
  /** Opens a copy of the list that is kept elsewhere. @throws DamagedBackup */
  openList(file: string): Promise<Buffer>
  /**
   * Deletes all but the newest snapshots, the objects that none of them needs, and what killed runs
   * left. Only while no other command works on the folder.
   * @throws DamagedBackup when a snapshot that stays cannot be read; nothing is deleted then
   */
  prune(keep: number): Promise<{ readonly snapshots: number; readonly objects: number }>
}

const PARTS = '.parts'
const ABOUT = 'wld-backup.json'
export const SNAPSHOT_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/
const PROOF = 'wld-backup'
/** Sealed under this name, wherever a copy of it is kept. */
export const LIST_NAME = 'erasures.wld'

const compress = promisify(gzip)
const expand = promisify(gunzip)
/** What is stored as it is never begins like this: see `put`. */
const isCompressed = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

function createSeal(keyHex: string) {
  const root = Buffer.from(keyHex, 'hex')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `wld-backup/1/${purpose}`, 32))
  const [sealKey, idKey] = [derive('seal'), derive('id')]
  return {
    /** Keyed: without the key, whether the backup holds a known file cannot be tested. */
    idOf: (plain: Buffer): string => createHmac('sha256', idKey).update(plain).digest('hex'),
    seal(plain: Buffer, name: string): Buffer {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(name))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed: Buffer, name: string): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    },
  }
}

/**
 * @param keyHex BACKUP_KEY, 64 hexadecimal digits
 * @throws StartFault when the folder belongs to another key, or is none of ours
 */
export async function openBackupFolder(
  path: string,
  keyHex: string,
  { create }: { readonly create: boolean },
): Promise<BackupFolder> {
  const seal = createSeal(keyHex)
  const parts = join(path, PARTS)
  const temporary = (): string => join(parts, randomUUID())
  const objectPath = (id: string): string => join(path, 'objects', id.slice(0, 2), id)
  const snapshotPath = (name: string): string => join(path, 'snapshots', name)

  const about = await readFile(join(path, ABOUT), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (about === undefined) {
    if (!create) throw new StartFault(`${path} holds no backup of WLD (${ABOUT} is missing).`)
    await mkdir(path, { recursive: true, mode: 0o700 })
    if ((await readdir(path)).some((name) => ![PARTS, 'lock.sqlite'].includes(name)))
      throw new StartFault(`${path} holds other files. Give a folder that is empty or new.`)
    const proof = seal.seal(Buffer.from(PROOF), ABOUT).toString('base64')
    await writeDurably(join(path, ABOUT), temporary(), JSON.stringify({ format: 1, proof }))
  } else
    try {
      const { proof } = JSON.parse(about) as { proof: string } // written above
      seal.open(Buffer.from(proof, 'base64'), ABOUT)
    } catch {
      throw new StartFault(
        `BACKUP_KEY does not open ${path}: the backup was made with another key.`,
      )
    }

  async function readSealed(file: string, name: string): Promise<Buffer> {
    const sealed = await readFile(file).catch((error: unknown) => {
      if (isMissing(error)) throw new DamagedBackup(`${file} is missing from the backup.`)
      throw error
    })
    try {
      const stored = seal.open(sealed, name)
      return isCompressed(stored) ? await expand(stored) : stored
    } catch {
      throw new DamagedBackup(
        `${file} is damaged.`,
        ObjectId.safeParse(name).success ? name : undefined,
      )
    }
  }

  const folder: BackupFolder = {
    path,
    has: (id) =>
      stat(objectPath(id)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      ),
    async put(plain, as = 'text') {
      const id = seal.idOf(plain)
      if (await folder.has(id)) return { id, isNew: false }
      const raw = as === 'sealed' && !isCompressed(plain)
      const sealed = seal.seal(raw ? plain : await compress(plain, { level: 1 }), id)
      await writeDurably(objectPath(id), temporary(), sealed)
      return { id, isNew: true }
    },
    get: (id) => readSealed(objectPath(id), id),
    setAside: (id) => rename(objectPath(id), `${objectPath(id)}.damaged`),
    async snapshots() {
      const names = await readdir(join(path, 'snapshots')).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      return names.filter((name) => SNAPSHOT_NAME.test(name)).toSorted()
    },
    async read(name) {
      const plain = await readSealed(snapshotPath(name), name)
      const parsed = Snapshot.safeParse(JSON.parse(plain.toString()))
      if (!parsed.success)
        throw new StartFault(`${snapshotPath(name)} was written by a newer version of WLD.`)
      return parsed.data
    },
    async write(snapshot) {
      const at = snapshot.at.replaceAll(/[-:]|\.\d+/g, '')
      const name = `${at}-${randomBytes(4).toString('hex')}`
      const plain = await compress(Buffer.from(JSON.stringify(snapshot)))
      await writeDurably(snapshotPath(name), temporary(), seal.seal(plain, name))
      return name
    },
    async readList() {
      const file = join(path, LIST_NAME)
      const exists = (await readdir(path)).includes(LIST_NAME)
      return exists ? readSealed(file, LIST_NAME) : undefined
    },
    async writeList(plain) {
      const sealed = seal.seal(await compress(plain), LIST_NAME)
      await writeDurably(join(path, LIST_NAME), temporary(), sealed)
    },
    openList: (file) => readSealed(file, LIST_NAME),
    prune: (keep) => prune(folder, keep),
  }
  return folder
}

/** See `BackupFolder.prune`. */
async function prune(folder: BackupFolder, keep: number): ReturnType<BackupFolder['prune']> {
  const { path } = folder
  const names = await folder.snapshots()
  const old = names.slice(0, Math.max(0, names.length - keep))
  await rm(join(path, PARTS), { recursive: true, force: true })
  if (old.length === 0) return { snapshots: 0, objects: 0 }
  const needed = new Set<string>()
  for (const name of names.slice(old.length)) {
    const { tables, files } = await folder.read(name)
    for (const { chunks } of tables) for (const id of chunks) needed.add(id)
    for (const id of files.chunks) needed.add(id)
    for await (const [, id] of fileLines(folder, files.chunks)) needed.add(id)
  }
  // Snapshots first: without one, its objects are only space.
  for (const name of old) await rm(join(path, 'snapshots', name), { force: true })
  let objects = 0
  for (const start of await readdir(join(path, 'objects')))
    for (const id of await readdir(join(path, 'objects', start)))
      if (!needed.has(id)) {
        await rm(join(path, 'objects', start, id), { force: true })
        objects += 1
      }
  return { snapshots: old.length, objects }
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
