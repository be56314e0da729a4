/** Kysely on `node:sqlite`: one connection, every schema change in a transaction. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely'
import { isBusy, sqliteFault } from '../faults.ts'

const STATEMENTS_KEPT = 400

interface Prepared {
  readonly statement: StatementSync
  /** Gives rows. Asked once: the answer costs as much as a short query. */
  readonly reader: boolean
}

/** The slice of better-sqlite3 that Kysely's dialect calls, on `node:sqlite`, with prepared statements kept. */
class NodeSqlite {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }
  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
  prepare(text: string) {
    const { statement, reader } = this.#prepared(text)
    // Kysely passes what our typed columns hold: text, numbers and null.
    const values = (parameters: readonly unknown[]): SQLInputValue[] =>
      parameters as SQLInputValue[] // see above
    return {
      reader,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }
  #prepared(text: string): Prepared {
    const kept = this.#statements.get(text)
    if (kept !== undefined) return kept
    const statement = this.#database.prepare(text)
    const made = { statement, reader: statement.columns().length > 0 }
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear()
    this.#statements.set(text, made)
    return made
  }
}

/**
 * Kysely's own adapter says false, but SQLite does roll back schema changes: a migration is kept
 * whole or not at all.
 */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** A backup holds the lock briefly; after this time callers get 503. */
const BUSY_MAX_MS = 2_000
const BUSY_LOOK_MS = 20

/**
 * Waits for the lock of another process without blocking this one: SQLite's own wait (busy_timeout) blocks the only
 * thread. One wait serves all calls in the queue; until a write succeeds, the next ones fail at once.
 */
class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  #busySinceMs: number | undefined

  constructor(inner: DatabaseConnection) {
    this.#inner = inner
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (;;)
      try {
        const result = await this.#inner.executeQuery<R>(query)
        // Reading works beside the lock, so it does not tell whether the lock is free.
        if (!/^\s*(?:select|pragma|commit|rollback)\b/i.test(query.sql))
          this.#busySinceMs = undefined
        return result
      } catch (error) {
        if (!isBusy(error)) throw sqliteFault(error)
        this.#busySinceMs ??= performance.now()
        if (performance.now() - this.#busySinceMs > BUSY_MAX_MS) throw sqliteFault(error)
        await sleep(BUSY_LOOK_MS)
      }
  }
  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize)
  }
}

class Driver extends SqliteDriver {
  readonly #database: DatabaseSync
  #connection: DatabaseConnection | undefined

  constructor(database: DatabaseSync) {
    super({ database: new NodeSqlite(database) })
    this.#database = database
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection() // waits for the lock each time; the connection is always the same
    this.#connection ??= new PatientConnection(inner)
    return this.#connection
  }
  /**
   * Takes the lock at once: a transaction that has read cannot wait for it later, because its
   * snapshot would be outdated.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  /** A full disk may have ended the transaction already; a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

export const sqliteDialect = (database: DatabaseSync): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new Driver(database),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
