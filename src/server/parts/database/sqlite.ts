/** The embedded engine: `node:sqlite`, one connection, every commit on the disk before the response. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { CallerChanges } from './caller-changes.ts'
import { NO_SEALED_INDEX, type Database, type EngineRules } from './engine.ts'
import type { Schema } from './schema.ts'
import type { WrappedKey } from './sealing/key-ring.ts'
import { findDamage } from './sqlite-file.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { findMembers, rewriting, searchMatches, searchTable } from './sqlite/search.ts'

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067

const rules: EngineRules = {
  kind: 'sqlite',
  sealedIndex: NO_SEALED_INDEX,
  countedId: 'integer primary key autoincrement',
  searchMatches,
  searchTable,
  findMembers,
  rewriting,
  untouched: (column) => sql`+${sql.ref(column)}`,
  isUniqueViolation(error) {
    const code = (error as { errcode?: number }).errcode // node:sqlite puts SQLite's extended code here
    return code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY
  },
}

/** The database names people: only its owner reads it. SQLite gives new -wal and -shm files the mode of the database file. */
function keepToOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
}

/** @param file path of the database file, or `:memory:` for a test */
export function openSqlite(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (file !== ':memory:') keepToOwner(file)
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000',
  )
  // Deleted content is overwritten; sorting and VACUUM write no copy of rows to the folder for
  // temporary files.
  database.exec('pragma secure_delete = on; pragma temp_store = memory')
  // Filled as pages are read. With SQLite's 2 MB the upper pages of large indexes are read again and again.
  database.exec('pragma cache_size = -32768')
  database.exec('pragma busy_timeout = 0') // from here on the connection waits without blocking the thread
  const callerChanges = new CallerChanges()
  const db = new Kysely<Schema>({ dialect: callerChanges.watch(sqliteDialect(database)) })
  let damage: readonly string[] = []
  const readDataKeys = (): WrappedKey[] =>
    database
      .prepare('select id, wrapped, retired_at from data_keys')
      .all()
      .map(({ id, wrapped, retired_at: retiredAt }) => ({
        id: Number(id),
        wrapped: String(wrapped),
        retired_at: retiredAt === null ? null : String(retiredAt),
      }))
  return {
    db,
    jobs: db,
    rules,
    callerChanges,
    // Outside of a transaction, which `connection` waits for. Not through Kysely: a kept statement would set it once only.
    withoutWaiting: (work) =>
      db.connection().execute(async (held) => {
        database.exec('pragma synchronous = normal')
        try {
          return await work(held)
        } finally {
          database.exec('pragma synchronous = full')
        }
      }),
    // Beside Kysely, whose one connection may be in a transaction that waits for the keys.
    dataKeys: {
      read: async () => readDataKeys(),
      readNow: readDataKeys,
    },
    async scrub() {
      await sql`vacuum`.execute(db)
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
      if (rows[0]?.busy !== 0)
        throw new Error('The write-ahead log is in use and keeps its rows for now')
    },
    // All tables that need it, also those that this connection has not read.
    renewStatistics: async () => void (await sql`pragma optimize = 0x10002`.execute(db)),
    async ping() {
      await sql`select 1`.execute(db)
      if (damage.length > 0) throw new Error(`The database is damaged: ${damage[0]}`)
    },
    check: async (stopping) => (damage = await findDamage(file, stopping)),
    async alone(_name, work) {
      await work() // the file belongs to this process, whose jobs never run twice at a time
      return true
    },
    close: () => db.destroy(),
  }
}
