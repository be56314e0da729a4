import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkOriginals, findBrokenAudit } from './check-contents.ts'
import { DamagedBackup, fileLines, type BackupFolder, type FileLine } from './backup-folder.ts'
import { applyErasures, type ErasedAgain } from './apply-erasures.ts'
import type { Erasures } from './erasures.ts'
import { isDatabaseEmpty, loadRows } from './load-rows.ts'
import type { Config } from '../config.ts'
import { unknownStep } from '../database/migrate.ts'
import { writeDurably } from '../durable-file.ts'
import type { FileStore } from '../files/store/file-store.ts'
import { createSecrets, LOCAL_KEY_FILE } from '../security/secrets.ts'
import { RESTORE_MARK } from '../start/restore-mark.ts'
import { StartFault } from '../start/start-fault.ts'

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
      `${dataDir} holds an unfinished restore of ${mark.trim().replaceAll('\n', ', ')}. Finish that one with its settings, or empty the directory.`,
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
  for await (const [key] of fileLines(folder, files.chunks))
    if ((await store.version(key)) !== undefined)
      throw new StartFault(
        `Bucket ${s3.bucket} already holds files of this backup. A restore writes only into an empty one: set S3_BUCKET to another.`,
      )
}

/**
 * Brings an association back into an empty place, of either engine and either store. A server refuses
 * the place until everything is there; a restore that was killed is gone on with by the same command.
 * @throws StartFault where the place is not empty, or the backup is of a newer version
 * @throws DamagedBackup with the name of what is damaged: rows, or the list of files. A file that is
 * damaged is among the faults of the result, and all others come back
 */
export async function restoreBackup(
  folder: BackupFolder,
  name: string,
  target: RestoreTarget,
): Promise<Restored> {
  const { config, store, print, erasures: list, erasuresUntil: until } = target
  const { at, tables, files, migrations, secretKey, version } = await folder.read(name)
  const unknown = unknownStep(migrations)
  if (unknown !== undefined)
    throw new StartFault(
      `The backup was made by WLD ${version}, which is newer (${unknown}). Restore it with that version.`,
    )
  const given = config.secretKey
  if (given !== undefined && given.toLowerCase() !== secretKey.toLowerCase())
    throw new StartFault(
      `SECRET_KEY is not the key of this backup. Leave it out: the restore writes the right one to ${LOCAL_KEY_FILE}.`,
    )
  await refuseOccupied(folder, name, target)
  const write = (file: string, text: string): Promise<void> =>
    writeDurably(join(config.dataDir, file), join(config.dataDir, `${file}.part`), `${text}\n`)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await write(RESTORE_MARK, markOf(config, name))

  let count = 0
  const damaged: string[] = []
  const copyFile = async ([key, id]: FileLine): Promise<void> => {
    try {
      await store.put(key, await folder.get(id))
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      damaged.push(`${key} does not come back: ${error.message}`)
    }
  }
  let batch: FileLine[] = []
  const flush = async (): Promise<void> => {
    await Promise.all(batch.map(copyFile))
    count += batch.length
    batch = []
    if (count % TOLD_EVERY === 0 && count > 0) print(`${count} files`)
  }
  for await (const line of fileLines(folder, files.chunks)) {
    batch.push(line)
    if (batch.length === FILES_AT_ONCE) await flush()
  }
  await flush()
  print(`${count} files`)

  await loadRows(config, { folder, tables, migrations })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  print(`${rows} rows`)

  const secrets = createSecrets(secretKey)
  const { checked, faults } = await checkOriginals({ folder, tables, store, secrets })
  const broken = await findBrokenAudit(folder, tables)
  const erasedAgain =
    list &&
    (await applyErasures({ config, store, secretKey, list, snapshotAt: at, until, snapshot: name }))
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
  }
}
