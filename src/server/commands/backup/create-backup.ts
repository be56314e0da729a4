import type { Config } from '../../deps/config.ts'
import { isBeingMade } from '../../parts/files/file-repository.ts'
import { originalKey, storeKeysOf } from '../../parts/files/library.ts'
import { partKey } from '../../parts/files/parts.ts'
import { DamagedFile, openSealed, type FileStore } from '../../parts/files/store/file-store.ts'
import { createSecrets, type Secrets } from '../../parts/security/secrets.ts'
import { fileLines, type BackupFolder } from '../../records/backup/folder/backup-folder.ts'
import { DamagedBackup } from '../../records/backup/folder/damaged-backup.ts'
import {
  type FileLine,
  type Snapshot,
  type TableCopy,
} from '../../records/backup/folder/snapshot.ts'
import { readRows, type RowReader } from './read-rows.ts'
import { stillMissing, type NeededFile } from './still-missing.ts'

export interface BackupSource {
  readonly config: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>
  readonly store: FileStore
  /** SECRET_KEY of the server. */
  readonly secretKey: string
  readonly version: string
  readonly now: Date
  readonly print: (line: string) => void
  /**
   * Writes the list of erasures, after the rows were read, so that the list is never older than the
   * snapshot. @returns how the snapshot names it
   */
  readonly writeList?: () => Promise<NonNullable<Snapshot['erasures']>>
}

export interface BackupResult {
  readonly name: string
  readonly rows: number
  readonly files: number
  readonly bytes: number
  /** Files and pieces of tables that no earlier run had stored. */
  readonly written: number
  /** Of them, those that were damaged and were written again. */
  readonly healed: number
}

const FILES_AT_ONCE = 4
const TOLD_EVERY = 10_000

/** Keys, and the end of the audit log: some rows each, and without them nothing else can be used. */
export const VITAL_TABLES: readonly string[] = [
  'audit_head',
  'data_keys',
  'receipt_keys',
  'signing_keys',
]

const CHUNK_MAX_BYTES = 1024 * 1024
/** On average so many lines; the place of a cut follows from the line alone. */
const CHUNK_LINES = 512

/**
 * Collects lines into chunks. A chunk ends where the hash of a line says so: a row that is inserted or
 * deleted changes its own chunk, and all others keep their content and with it their object.
 */
function createChunks(folder: Pick<BackupFolder, 'put'>) {
  const chunks: string[] = []
  let lines: string[] = []
  let length = 0
  let [written, healed] = [0, 0]
  const end = async (): Promise<void> => {
    if (lines.length === 0) return
    const { id, isNew, isHealed } = await folder.put(Buffer.from(`${lines.join('\n')}\n`))
    if (isNew) written += 1
    if (isHealed) healed += 1
    chunks.push(id)
    lines = []
    length = 0
  }
  return {
    /** @param key decides where chunks end: what does not change when the rest of the line does */
    async add(key: string, value: unknown): Promise<void> {
      const line = JSON.stringify(value)
      lines.push(line)
      length += line.length
      if (length >= CHUNK_MAX_BYTES || hashOf(key) % CHUNK_LINES === 0) await end()
    },
    async finish() {
      await end()
      return { chunks, written, healed }
    },
  }
}

/** FNV-1a, 32 bits: it only spreads the cuts. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash >>> 8
}

interface Rows {
  readonly migrations: readonly string[]
  readonly tables: TableCopy[]
  /** Keys in the file store of everything that the rows name; not every one has bytes. */
  readonly keys: string[]
  /** Those without which a file is lost: copies are made again, and an upload under way is sent again. */
  readonly needed: Map<string, NeededFile>
  readonly written: number
  readonly healed: number
}

async function copyTables(reader: RowReader, folder: BackupFolder): Promise<Rows> {
  const tables: TableCopy[] = []
  const keys: string[] = []
  const needed = new Map<string, NeededFile>()
  let [written, healed] = [0, 0]
  const filesInParts = new Set<unknown>()
  const note = (table: string, row: Readonly<Record<string, unknown>>): void => {
    const id = String(row['id'])
    // The reader gives tables by name, so parts come before the files that they make up.
    if (table === 'file_parts') {
      filesInParts.add(row['file_id'])
      keys.push(partKey(id))
      if (row['file_id'] !== null && row['stored_at'] !== null)
        needed.set(partKey(id), { table: 'file_parts', id })
    } else if (table === 'files') {
      keys.push(...storeKeysOf({ id, pages: Number(row['pages'] ?? 0) }))
      if (!filesInParts.has(id) && !isBeingMade(String(row['purpose'])))
        needed.set(originalKey(id), { table: 'files', id })
    }
  }
  for (const shape of reader.tables) {
    const { name, columns, key, counter } = shape
    const chunks = createChunks(folder)
    const spare: unknown[][] | undefined = VITAL_TABLES.includes(name) ? [] : undefined
    let rows = 0
    for await (const page of reader.pages(shape))
      for (const row of page) {
        const values = columns.map((column) => row[column])
        await chunks.add(JSON.stringify(key.map((column) => row[column])), values)
        spare?.push(values)
        rows += 1
        note(name, row)
      }
    const done = await chunks.finish()
    written += done.written
    healed += done.healed
    tables.push({
      name,
      columns: [...columns],
      rows,
      chunks: done.chunks,
      ...(counter !== undefined && { counter }),
      ...(spare !== undefined && { spare }),
    })
  }
  return { tables, keys, needed, migrations: reader.migrations, written, healed }
}

async function copyRows(config: BackupSource['config'], folder: BackupFolder): Promise<Rows> {
  const reader = await readRows(config)
  try {
    return await copyTables(reader, folder)
  } finally {
    await reader.close() // at once: the log of SQLite grows as long as it is open
  }
}

/** The files of the newest snapshot, by key; fewer when it is damaged, and the others are read again. */
async function knownFiles(folder: BackupFolder): Promise<ReadonlyMap<string, FileLine>> {
  const newest = (await folder.snapshots()).at(-1)
  const known = new Map<string, FileLine>()
  if (newest === undefined) return known
  try {
    const { files } = await folder.read(newest)
    for await (const line of fileLines(folder, files.chunks)) known.set(line[0], line)
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
  }
  return known
}

/** In the place of a version: the next backup reads the file again. */
const UNSOUND = 'damaged'

function opens(secrets: Secrets, key: string, sealed: Buffer): boolean {
  try {
    openSealed(secrets, key, sealed)
    return true
  } catch (error) {
    if (error instanceof DamagedFile) return false
    throw error
  }
}

/**
 * Copies what is new since the last snapshot; beside a running server. Rows come before files: a file
 * that is stored meanwhile belongs to the next backup, and one that is deleted meanwhile is noted.
 * @throws Unavailable when the database or the store is away; what was copied counts for the next run
 */
export async function createBackup(
  folder: BackupFolder,
  { config, store, secretKey, version, now, print, writeList }: BackupSource,
): Promise<BackupResult> {
  const known = await knownFiles(folder)
  const rows = await copyRows(config, folder)
  const rowCount = rows.tables.reduce((sum, table) => sum + table.rows, 0)
  print(`${rowCount} rows`)

  const secrets = createSecrets(secretKey)
  const lines = createChunks(folder)
  const missing: string[] = []
  let [count, bytes, written, healed] = [0, 0, rows.written, rows.healed]
  const copyFile = async (key: string): Promise<FileLine | undefined> => {
    const stored = await store.version(key)
    const last = known.get(key)
    if (stored === undefined) return undefined
    if (last?.[3] === stored && (await folder.isSound(last[1]))) return last
    const sealed = await store.get(key)
    if (sealed === undefined) return undefined
    // A store can send less than it has. The bytes are kept, because there may be no others.
    const isSound = opens(secrets, key, sealed)
    if (!isSound) print(`${key} is damaged in the store, or was not sent whole.`)
    const { id, isNew, isHealed } = await folder.put(sealed, 'sealed')
    if (isNew) written += 1
    if (isHealed) healed += 1
    return [key, id, sealed.length, isSound ? stored : UNSOUND]
  }
  for (let at = 0; at < rows.keys.length; at += FILES_AT_ONCE) {
    const keys = rows.keys.slice(at, at + FILES_AT_ONCE)
    const copies = await Promise.all(keys.map(copyFile))
    for (const [index, line] of copies.entries()) {
      const key = keys[index] ?? ''
      if (line === undefined) {
        if (rows.needed.has(key)) missing.push(key)
        continue
      }
      count += 1
      bytes += line[2]
      await lines.add(key, line)
      if (count % TOLD_EVERY === 0) print(`${count} files`)
    }
  }
  const done = await lines.finish()
  const lost = await stillMissing(
    config,
    missing.map((key) => [key, rows.needed.get(key)] as const),
  )
  const erasures = await writeList?.()
  const name = await folder.write({
    at: now.toISOString(),
    ...(erasures !== undefined && { erasures }),
    version,
    migrations: [...rows.migrations],
    secretKey,
    tables: rows.tables,
    files: {
      count,
      bytes,
      missing: lost,
      gone: missing.filter((key) => !lost.includes(key)),
      chunks: done.chunks,
    },
  })
  return { name, rows: rowCount, files: count, bytes, written, healed: healed + done.healed }
}
