import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../../base/durable-file.ts'
import { StartFault } from '../../../base/start-fault.ts'
import type { Config } from '../../../deps/config.ts'
import { isUnreleased, unknownStep } from '../../../parts/database/migrate.ts'
import type { FileStore } from '../../../parts/files/store/file-store.ts'
import { createSecrets, LOCAL_KEY_FILE } from '../../../parts/security/secrets.ts'
import { checkOriginals, findBrokenAudit } from '../../../records/backup/check/check-contents.ts'
import {
  findElsewhere,
  soundFileLines,
  type MissingPiece,
} from '../../../records/backup/check/find-missing.ts'
import type { Erasures } from '../../../records/backup/erasures.ts'
import { type BackupFolder } from '../../../records/backup/folder/backup-folder.ts'
import { DamagedBackup } from '../../../records/backup/folder/damaged-backup.ts'
import {
  type FileLine,
  type Snapshot,
  type TableCopy,
} from '../../../records/backup/folder/snapshot.ts'
import { RESTORE_MARK } from '../../../start/restore-mark.ts'
import { applyErasures, type ErasedAgain } from '../apply-erasures.ts'
import { VITAL_TABLES } from '../create-backup.ts'
import { holdWaitingMails } from './hold-mails.ts'
import { isDatabaseEmpty, loadRows } from './load-rows.ts'

export interface RestoreTarget {
  readonly config: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir' | 'secretKey' | 's3'>
  /** Of `config.s3`, or of `files` in `config.dataDir`. */
  readonly store: FileStore
  readonly print: (line: string) => void
  /** What was erased since the backup; left out where no list was ever written. */
  readonly erasures?: Erasures | undefined
  /** Only what was erased until then. */
  readonly erasuresUntil?: string | undefined
}

export interface Restored {
  readonly rows: number
  readonly files: number
  readonly originals: number
  readonly erasedAgain: ErasedAgain | undefined
  /** A sentence for each file that came back damaged or not at all, and for a broken audit log. */
  readonly faults: readonly string[]
  /** What did not come back, and where else it is. */
  readonly missing: readonly MissingPiece[]
  /** Rows of other tables that were left out, because they belong to rows that did not come back. */
  readonly left: ReadonlyMap<string, number>
  /** Mails that were waiting at the backup, and newsletters under way: they are held. */
  readonly heldMails: number
}

const FILES_AT_ONCE = 4
const TOLD_EVERY = 10_000

/**
 * What the mark in DATA_DIR says: snapshot, database, bucket. Only a restore of the same snapshot to
 * the same places goes on; with another DATABASE_URL it would fill a database that was not looked at.
 */
function markOf({ databaseUrl, s3 }: RestoreTarget['config'], name: string): string {
  const { host, pathname } = new URL(databaseUrl ?? 'sqlite:')
  return [name, databaseUrl && `${host}${pathname}`, s3 && `${s3.endpoint} ${s3.bucket}`]
    .filter((part) => part !== undefined)
    .join('\n')
}

/** @throws StartFault where anything lies that a restore would overwrite */
async function refuseOccupied(
  folder: BackupFolder,
  name: string,
  { config, store }: RestoreTarget,
): Promise<void> {
  const { dataDir, databaseUrl, pool, s3 } = config
  const mark = await readFile(join(dataDir, RESTORE_MARK), 'utf8').catch(() => undefined)
  if (mark?.trim() === markOf(config, name)) return // our own, which was interrupted
  if (mark !== undefined)
    throw new StartFault(
      `${dataDir} holds an unfinished restore of ${mark.trim().replaceAll('\n', ', ')}. Finish it with its settings: npm run restore -- --from ${folder.path} --snapshot ${mark.split('\n')[0]?.trim()}. To begin with another backup instead, delete what it left: rm -r ${dataDir}/*${databaseUrl === undefined ? '' : ', and name an empty database in DATABASE_URL'}.`,
    )
  const taken = ['wld.sqlite', 'files', LOCAL_KEY_FILE].find((part) =>
    existsSync(join(dataDir, part)),
  )
  if (taken !== undefined)
    throw new StartFault(
      `${join(dataDir, taken)} exists. A restore writes only into an empty place: set DATA_DIR to another directory, or move this one away.`,
    )
  if (databaseUrl !== undefined && !(await isDatabaseEmpty(pool.directUrl ?? databaseUrl)))
    throw new StartFault(
      'The database of DATABASE_URL is not empty. A restore writes only into an empty one.',
    )
  if (s3 === undefined) return
  const { files } = await folder.read(name)
  for await (const [key] of soundFileLines(folder, files.chunks, () => undefined))
    if ((await store.version(key)) !== undefined)
      throw new StartFault(
        `Bucket ${s3.bucket} already holds files of this backup. A restore writes only into an empty one: set S3_BUCKET to another.`,
      )
}

/** A snapshot from the future is older than a list that counts on, whatever the two clocks said. */
const isAfterAll = (list: Erasures, then: Snapshot['erasures'], at: string): boolean =>
  list.at < at && list.counter !== undefined && then !== undefined && list.counter > then.counter

/** @throws DamagedBackup with the command for another snapshot */
async function readSnapshot(folder: BackupFolder, name: string): Promise<Snapshot> {
  try {
    return await folder.read(name)
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    const names = await folder.snapshots()
    const others = [
      ...names.slice(0, Math.max(0, names.indexOf(name))).toReversed(),
      ...names.slice(names.indexOf(name) + 1),
    ]
    for (const other of others)
      if (
        await folder.read(other).then(
          () => true,
          () => false,
        )
      )
        // only looked for
        throw new DamagedBackup(
          `${error.message} The nearest backup that can be read: npm run restore -- --from ${folder.path} --snapshot ${other}`,
        )
    throw new DamagedBackup(
      `${error.message} No other backup in ${folder.path} can be read: copy the folder from the second place of the backups.`,
    )
  }
}

/** Chunks of rows that cannot be read. */
async function findLost(
  folder: BackupFolder,
  tables: readonly TableCopy[],
): Promise<ReadonlySet<string>> {
  const lost = new Set<string>()
  for (const { chunks } of tables)
    for (const id of chunks)
      await folder.get(id).catch((error: unknown) => {
        if (!(error instanceof DamagedBackup)) throw error
        lost.add(id)
      })
  return lost
}

/** With new keys in place of lost ones, a server would start on values that no key opens. */
async function refuseWithoutKeys(
  folder: BackupFolder,
  name: string,
  tables: readonly TableCopy[],
  lost: ReadonlySet<string>,
): Promise<void> {
  const vital = tables.find(
    (table) =>
      VITAL_TABLES.includes(table.name) &&
      table.spare === undefined &&
      table.chunks.some((id) => lost.has(id)),
  )
  if (vital === undefined) return
  const object = vital.chunks.find((id) => lost.has(id)) ?? ''
  const [piece] = await findElsewhere(folder, name, { tables: [vital.name], files: [] })
  const other = piece?.older ?? piece?.newer
  throw new DamagedBackup(
    `The rows of ${vital.name} in ${name} are damaged, and without them nothing else can be read: ${folder.pathOf(object)}. ${
      other === undefined
        ? 'No other backup in this folder has them: copy that file from the second place of the backups, then run the command again.'
        : `Restore the backup that has them: npm run restore -- --from ${folder.path} --snapshot ${other}`
    }`,
  )
}

/**
 * Brings an association back into an empty place, of either engine and either store. A server refuses
 * the place until everything is there; a restore that was killed is gone on with by the same command.
 * What is damaged is left out and named, and all else comes back.
 * @throws StartFault where the place is not empty, or the backup is of a newer version
 * @throws DamagedBackup where the snapshot itself, or a key of the database, cannot be read
 */
export async function restoreBackup(
  folder: BackupFolder,
  name: string,
  target: RestoreTarget,
): Promise<Restored> {
  const { config, store, print, erasures: list, erasuresUntil: until } = target
  const { at, tables, files, migrations, secretKey, version, erasures } = await readSnapshot(
    folder,
    name,
  )
  const unknown = unknownStep(migrations)
  if (unknown !== undefined)
    throw new StartFault(
      isUnreleased(unknown)
        ? `The backup was made by a development version from before 1.0.0 (${unknown}), whose data no version brings forward. Choose a backup of a released version.`
        : `The backup was made by WLD ${version}, which is newer (${unknown}). Restore it with that version.`,
    )
  const given = config.secretKey
  if (given !== undefined && given.toLowerCase() !== secretKey.toLowerCase())
    throw new StartFault(
      `SECRET_KEY is not the key of this backup. Leave it out: the restore writes the right one to ${LOCAL_KEY_FILE}.`,
    )
  await refuseOccupied(folder, name, target)
  const lost = await findLost(folder, tables)
  await refuseWithoutKeys(folder, name, tables, lost)
  const write = (file: string, text: string): Promise<void> =>
    writeDurably(join(config.dataDir, file), join(config.dataDir, `${file}.part`), `${text}\n`)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await write(RESTORE_MARK, markOf(config, name))

  let count = 0
  const damaged: string[] = []
  const lostFiles: string[] = []
  const copyFile = async ([key, id]: FileLine): Promise<void> => {
    try {
      await store.put(key, await folder.get(id))
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      damaged.push(`${key} does not come back: ${error.message}`)
      lostFiles.push(key)
    }
  }
  let batch: FileLine[] = []
  const flush = async (): Promise<void> => {
    await Promise.all(batch.map(copyFile))
    count += batch.length
    batch = []
    if (count % TOLD_EVERY === 0 && count > 0) print(`${count} files`)
  }
  const noteLost = (message: string): void =>
    void damaged.push(`A part of the list of files does not come back: ${message}`)
  for await (const line of soundFileLines(folder, files.chunks, noteLost)) {
    batch.push(line)
    if (batch.length === FILES_AT_ONCE) await flush()
  }
  await flush()
  print(`${count} files`)

  const loaded = await loadRows(config, { folder, tables, migrations, lost })
  const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, n) => sum + n, 0)
  const rows =
    sumOf(tables.map((table) => table.rows)) -
    sumOf(loaded.lost.values()) -
    sumOf(loaded.left.values())
  print(`${rows} rows`)

  const secrets = createSecrets(secretKey)
  const readable = tables.map((table) => ({
    ...table,
    chunks: table.chunks.filter((id) => !lost.has(id)),
  }))
  const { gone = [] } = files
  const { checked, faults } = await checkOriginals({
    folder,
    tables: readable,
    store,
    secrets,
    gone,
  })
  const broken = await findBrokenAudit(folder, readable)
  const erasedAgain =
    list &&
    (await applyErasures({
      config,
      store,
      secretKey,
      list,
      snapshotAt: isAfterAll(list, erasures, at) ? new Date(0).toISOString() : at,
      until,
      snapshot: name,
    }))
  const heldMails = await holdWaitingMails(config)
  const missing = await findElsewhere(folder, name, {
    tables: [...loaded.lost.keys()],
    files: lostFiles,
  })
  if (given === undefined) await write(LOCAL_KEY_FILE, secretKey)
  await rm(join(config.dataDir, RESTORE_MARK))
  return {
    rows,
    files: count,
    originals: checked,
    erasedAgain,
    faults: [
      ...damaged,
      ...faults,
      ...(broken === undefined ? [] : [`Row ${broken} of the audit log was changed or removed.`]),
    ],
    missing: missing.map((piece) => ({
      ...piece,
      lost: loaded.lost.get(piece.name),
      of: tables.find((table) => table.name === piece.name)?.rows,
      objects: (tables.find((table) => table.name === piece.name)?.chunks ?? [])
        .filter((id) => lost.has(id))
        .map((id) => folder.pathOf(id)),
    })),
    left: loaded.left,
    heldMails,
  }
}
