/**
 * Checks the file of the embedded database: before it is opened for writing, and once a day for
 * damage.
 */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { damagedFile, StartFault } from '../../base/start-fault.ts'

/**
 * 3.6 ms a megabyte were measured from the cache of the system: about a second. A longer file is
 * checked after the start.
 */
const LOOKED_AT_BYTES = 256 * 1024 * 1024
const LOCK_WAIT_MS = 5_000

const SQLITE_READONLY_ROLLBACK = 776

/**
 * The file for reading alone. Of a first start that was cut off before the write-ahead log there is a rollback journal, which
 * only a writer may play back; SQLite does so before it reads.
 */
function openToRead(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_WAIT_MS })
  try {
    database.prepare('select 1 from sqlite_schema').get()
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_READONLY_ROLLBACK) throw error
    return new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
  }
}

/**
 * @returns whether it holds an association
 * @throws StartFault for a damaged file, or one of another program; such a file is not changed
 */
export function inspectSqlite(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return false
  const database = openToRead(file)
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => String(name))
    if (tables.every((name) => name.startsWith('kysely_'))) return false // a first start that was interrupted
    if (!tables.includes('kysely_migration'))
      throw new StartFault(
        `${file} is a database of another program. Set DATA_DIR to the directory of WLD, or move that file away.`,
      )
    if (
      size <= LOOKED_AT_BYTES &&
      database.prepare('pragma quick_check(1)').get()?.['quick_check'] !== 'ok'
    )
      throw new StartFault(damagedFile({ dataDir: dirname(file) }))
    return true
  } finally {
    database.close()
  }
}

/** Files or a key exist without their database: the database was lost, or DATA_DIR is wrong. */
export function refuseNewBeside(dataDir: string, database: string): void {
  const files = join(dataDir, 'files')
  const isFile = (path: string): boolean =>
    statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const hasFiles =
    statSync(files, { throwIfNoEntry: false }) !== undefined &&
    readdirSync(files, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && entry.name !== 'probe',
    )
  if (!hasFiles && !isFile(join(dataDir, 'local-secret.key'))) return
  throw new StartFault(
    `${database} is missing or empty, but ${dataDir} holds ${hasFiles ? 'files' : 'the key'} of an association. ` +
      'Restore the database from the last backup, or correct DATA_DIR; to start over, set DATA_DIR to an empty directory.',
  )
}

/**
 * Source of the checking process. It runs at the lowest priority, prints what SQLite finds or the
 * code of its error, and exits.
 */
const LOOKER = `
const { DatabaseSync } = require('node:sqlite')
require('node:os').setPriority(19)
try {
  const rows = new DatabaseSync(process.argv[1], { readOnly: true }).prepare('pragma integrity_check(10)').all()
  process.stdout.write(JSON.stringify(rows.map((row) => row.integrity_check)))
} catch (error) {
  if (![11, 26].includes(error.errcode & 255)) throw error
  process.stdout.write(JSON.stringify([error.message]))
}`

/**
 * Checks the whole file in a separate process, because SQLite checks without a pause and would
 * block this one. @returns the damages found; empty when there are none
 */
export async function findDamage(file: string, signal: AbortSignal): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', LOOKER, file], {
    signal,
    env: {},
  })
  const found = JSON.parse(stdout) as readonly string[] // printed by the program above
  return found.filter((line) => line !== 'ok')
}
