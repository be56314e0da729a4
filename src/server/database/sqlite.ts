/** The embedded engine: `node:sqlite`, one connection, every commit on the disk before it is answered (DESIGN 8). */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, sql, SqliteDialect } from 'kysely'
import type { Database, EngineRules } from './engine.ts'
import type { Schema } from './schema.ts'

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
const STATEMENTS_KEPT = 300

/** The slice of better-sqlite3 that Kysely's dialect calls, on `node:sqlite`, with prepared statements kept. */
class NodeSqlite {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }
  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
  prepare(text: string) {
    const statement = this.#statement(text)
    // Kysely passes what our typed columns hold: text, numbers and null.
    const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[] // see above
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }
  #statement(text: string): StatementSync {
    const kept = this.#statements.get(text)
    if (kept !== undefined) return kept
    const made = this.#database.prepare(text)
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear()
    this.#statements.set(text, made)
    return made
  }
}

const rules: EngineRules = {
  kind: 'sqlite',
  countedId: sql`integer primary key autoincrement`,
  async createSearchIndex(db, table) {
    const fts = `${table}_fts`
    const words = `${table}_words`
    const statements = [
      `create virtual table ${fts} using fts5(search_text, content='${table}', content_rowid='id', tokenize='trigram')`,
      // One and two characters are too short for trigrams: a prefix index over whole words answers them.
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
  },
  searchMatches(table, word) {
    const quoted = `"${word.replaceAll('"', '""')}"`
    const [index, match] = Array.from(word).length >= 3 ? [`${table}_fts`, quoted] : [`${table}_words`, `${quoted}*`]
    return sql`${sql.ref(`${table}.id`)} in (select rowid from ${sql.table(index)} where ${sql.table(index)} match ${match})`
  },
  isUniqueViolation(error) {
    const code = (error as { errcode?: number }).errcode // node:sqlite puts SQLite's extended code here
    return code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY
  },
}

/** @param file path of the database file, or `:memory:` for a test */
export function openSqlite(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000')
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new NodeSqlite(database) }) })
  return {
    db,
    rules,
    ping: async () => void (await sql`select 1`.execute(db)),
    close: () => db.destroy(),
  }
}

