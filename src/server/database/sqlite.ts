/** The embedded engine: `node:sqlite`, one connection, every commit on the disk before the response. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Database, EngineRules } from './engine.ts'
import type { Schema } from './schema.ts'
import { findDamage } from './sqlite-file.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067

const rules: EngineRules = {
  kind: 'sqlite',
  countedId: sql`integer primary key autoincrement`,
  async createSearchIndex(db, table) {
    const fts = `${table}_fts`
    const words = `${table}_words`
    const statements = [
      `create virtual table ${fts} using fts5(search_text, content='${table}', content_rowid='id', tokenize='trigram')`,
      // One and two characters are too short for trigrams: a prefix index over whole words finds them.
      `create virtual table ${words} using fts5(search_text, content='${table}', content_rowid='id', tokenize='unicode61 remove_diacritics 0', prefix='1 2', detail='none')`,
      `create trigger ${table}_search_insert after insert on ${table} begin
         insert into ${fts}(rowid, search_text) values (new.id, new.search_text);
         insert into ${words}(rowid, search_text) values (new.id, new.search_text);
       end`,
      `create trigger ${table}_search_delete after delete on ${table} begin
         insert into ${fts}(${fts}, rowid, search_text) values ('delete', old.id, old.search_text);
         insert into ${words}(${words}, rowid, search_text) values ('delete', old.id, old.search_text);
       end`,
      `create trigger ${table}_search_update after update of search_text on ${table} begin
         insert into ${fts}(${fts}, rowid, search_text) values ('delete', old.id, old.search_text);
         insert into ${words}(${words}, rowid, search_text) values ('delete', old.id, old.search_text);
         insert into ${fts}(rowid, search_text) values (new.id, new.search_text);
         insert into ${words}(rowid, search_text) values (new.id, new.search_text);
       end`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    // Without it FTS5 only marks a word as deleted, and the words of an erased person stay in the
    // file.
    for (const index of [fts, words])
      await sql.raw(`insert into ${index}(${index}, rank) values ('secure-delete', 1)`).execute(db)
  },
  searchMatches(table, word) {
    const quoted = `"${word.replaceAll('"', '""')}"`
    const [index, match] =
      Array.from(word).length >= 3 ? [`${table}_fts`, quoted] : [`${table}_words`, `${quoted}*`]
    return sql`${sql.ref(`${table}.id`)} in (select rowid from ${sql.table(index)} where ${sql.table(index)} match ${match})`
  },
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
  database.exec('pragma busy_timeout = 0') // from here on the connection waits without blocking the thread
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database) })
  let damage: readonly string[] = []
  return {
    db,
    jobs: db,
    rules,
    async scrub() {
      await sql`vacuum`.execute(db)
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
      if (rows[0]?.busy !== 0)
        throw new Error('The write-ahead log is in use and keeps its rows for now')
    },
    async ping() {
      await sql`select 1`.execute(db)
      if (damage.length > 0) throw new Error(`The database is damaged: ${damage[0]}`)
    },
    check: async (stopping) => (damage = await findDamage(file, stopping)),
    close: () => db.destroy(),
  }
}
