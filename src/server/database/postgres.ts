/** The engine for large installations: PostgreSQL 15 or newer, set by `DATABASE_URL`. */
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { escapeLike, type Database, type EngineRules } from './engine.ts'
import type { Schema } from './schema.ts'
import pg from 'pg'
import { isLostConnection, postgresFault } from './faults.ts'

/** Connections to PostgreSQL with time limits, whose loss fails the call and never the process. */
const INT8_OID = 20
/** For a free connection, and for a server that does not respond. */
const CONNECT_MAX_MS = 2_500
const STATEMENT_MAX_MS = 10_000
const LOCK_MAX_MS = 3_000
const IDLE_IN_TRANSACTION_MAX_MS = 30_000
/** A server that has stopped responding cannot end a statement itself. */
const REPLY_MAX_MS = STATEMENT_MAX_MS + 2_000

/** `jobs` are long by nature: only their wait for a lock has an end. */
type Pace = 'calls' | 'jobs'

const LIMITS: Readonly<Record<Pace, pg.PoolConfig>> = {
  calls: {
    max: 10,
    statement_timeout: STATEMENT_MAX_MS,
    query_timeout: REPLY_MAX_MS,
    lock_timeout: LOCK_MAX_MS,
  },
  jobs: { max: 2, lock_timeout: 10 * LOCK_MAX_MS },
}

function guard(client: pg.PoolClient): PostgresPoolClient {
  /** The error after which nothing more can be sent. */
  let lost: unknown
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    if (lost !== undefined) throw lost // a rollback must not wait for a server that has ended
    try {
      return await client.query(text, values)
    } catch (error) {
      const fault = postgresFault(error)
      if (isLostConnection(error)) lost = fault
      throw fault
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // the other overload takes cursors, which are not used here
    release: (destroy = false) => client.release(destroy || lost !== undefined),
  }
}

/** @param onLost called for each connection that ends unexpectedly */
function openPool(url: string, pace: Pace, onLost: (error: Error) => void): PostgresPool {
  // Row numbers stay far below 2^53, so bigint columns are read as numbers.
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8_OID, Number)
  const pool = new pg.Pool({
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    ...LIMITS[pace],
  })
  // Without a listener a lost connection ends the process: the pool listens only to idle
  // connections, and forwards their errors.
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  return {
    options: pool.options,
    connect: async () => {
      try {
        return guard(await pool.connect())
      } catch (error) {
        throw postgresFault(error)
      }
    },
    end: () => pool.end(),
  }
}

const UNIQUE_VIOLATION = '23505'

const rules: EngineRules = {
  kind: 'postgres',
  countedId: sql`bigint generated always as identity primary key`,
  async createSearchIndex(db, table) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)} using gin (search_text gin_trgm_ops)`.execute(
      db,
    )
  },
  searchMatches(table, word) {
    const pattern =
      Array.from(word).length >= 3 ? `%${escapeLike(word)}%` : `% ${escapeLike(word)}%`
    return sql`${sql.ref(`${table}.search_text`)} like ${pattern}`
  },
  isUniqueViolation: (error) => (error as { code?: string }).code === UNIQUE_VIOLATION, // node-postgres: SQLSTATE
}

/** @param onLost called for each connection that ends unexpectedly */
export function openPostgres(url: string, onLost: (error: Error) => void): Database {
  const open = (pace: Pace) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool(url, pace, onLost) }) })
  const [db, jobs] = [open('calls'), open('jobs')]
  return {
    db,
    jobs,
    rules,
    scrub: async () => undefined, // autovacuum frees the rows; docs/security.md says what stays on the disk until then
    ping: async () => void (await sql`select 1`.execute(db)),
    close: async () => void (await Promise.all([db.destroy(), jobs.destroy()])),
  }
}
