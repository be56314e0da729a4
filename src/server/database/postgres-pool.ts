/** Connections to PostgreSQL with time limits, whose loss is an error of the call and never of the process. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isLostConnection, postgresFault } from './faults.ts'

const INT8_OID = 20
/** For a free connection, and for a server that does not respond. */
const CONNECT_MAX_MS = 2_500
const STATEMENT_MAX_MS = 10_000
const LOCK_MAX_MS = 3_000
const IDLE_IN_TRANSACTION_MAX_MS = 30_000
/** A server that has stopped responding cannot end a statement itself. */
const REPLY_MAX_MS = STATEMENT_MAX_MS + 2_000

/** `jobs` are long by nature: only their wait for a lock has an end. */
export type Pace = 'calls' | 'jobs'

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
  /** Why nothing more can be sent. */
  let lost: unknown
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    if (lost !== undefined) throw lost // a rollback must not wait for a server that is gone
    try {
      return await client.query(text, values)
    } catch (error) {
      const fault = postgresFault(error)
      if (isLostConnection(error)) lost = fault
      throw fault
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // its other form takes cursors, which are not used here
    release: (destroy = false) => client.release(destroy || lost !== undefined),
  }
}

/** @param onLost is told of each connection that ends by itself */
export function openPool(url: string, pace: Pace, onLost: (error: Error) => void): PostgresPool {
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
  // Without listeners a lost connection ends the process: the pool listens to idle ones only, and passes those on.
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
