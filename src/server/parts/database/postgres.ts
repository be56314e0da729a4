/** The engine for large installations: PostgreSQL 15 or newer, set by `DATABASE_URL`. */
import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPool,
  type PostgresPoolClient,
  type SqlBool,
} from 'kysely'
import pg from 'pg'
import { StartFault } from '../../base/start-fault.ts'
import { CallerChanges } from './caller-changes.ts'
import {
  escapeLike,
  NO_SEALED_INDEX,
  type Database,
  type EngineRules,
  type SearchedTable,
} from './engine.ts'
import { isLostConnection, postgresFault } from './faults.ts'
import { isLong } from './holds-word.ts'
import { awaitReply } from './pool/await-reply.ts'
import { createConnectionQueue } from './pool/connection-queue.ts'
import { DEFAULT_POOL, replyMaxMs, type PoolSettings } from './pool/pool-settings.ts'
import type { Schema } from './schema.ts'
import { inTransaction } from './transact.ts'

/** Connections to PostgreSQL with time limits, whose loss fails the call and never the process. */
const INT8_OID = 20
const LOCK_MAX_MS = 3_000
const IDLE_IN_TRANSACTION_MAX_MS = 30_000

/**
 * `jobs` are long by nature: only their wait for a lock has an end, and that for a reply which was lost. `keys` reads the
 * keys of sealed columns for calls that hold a connection already: from the same pool it could wait for itself.
 */
type Pace = 'calls' | 'jobs' | 'keys'

function limitsOf(pace: Pace, settings: PoolSettings): pg.PoolConfig & { readonly max: number } {
  if (pace === 'jobs')
    return {
      max: 2,
      lock_timeout: 10 * LOCK_MAX_MS,
      options: '-c statement_timeout=0', // the user of the database may have a limit for calls
    }
  if (pace === 'keys') return { max: 1, statement_timeout: LOCK_MAX_MS, query_timeout: LOCK_MAX_MS }
  const own = { max: settings.size, query_timeout: replyMaxMs(settings) }
  // A pooler in transaction mode refuses these at the start of a connection: `checkLimits` asks for them.
  return settings.directUrl !== undefined
    ? own
    : { ...own, statement_timeout: settings.statementMaxMs, lock_timeout: LOCK_MAX_MS }
}

type Send = (client: pg.PoolClient, text: string, values: unknown[]) => Promise<pg.QueryResult>

/** Sends the statements of jobs, whose time the pool does not limit, and gives up a reply that was lost. */
function sendPatiently(keys: Kysely<Schema>, settings: PoolSettings): Send {
  // That of the connection itself: a pooler in session mode tells its clients numbers of its own.
  const pids = new WeakMap<pg.PoolClient, number>()
  const pidOf = async (client: pg.PoolClient): Promise<number> => {
    // The types of node-postgres leave the limit of one statement out.
    const asked = { text: 'select pg_backend_pid() as pid', query_timeout: settings.connectMaxMs }
    const { rows } = await client.query<{ pid: number }>(asked)
    return rows[0]?.pid ?? 0
  }
  return async (client, text, values) => {
    const pid = pids.get(client) ?? (await pidOf(client))
    pids.set(client, pid)
    const isAtWork = async (): Promise<boolean> => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where pid = ${pid} and state = 'active'`.execute(keys)
      return rows.length > 0
    }
    return awaitReply(client.query(text, values), isAtWork, replyMaxMs(settings))
  }
}

/** @param leave called once, with whether the connection can be used further */
function guard(
  client: pg.PoolClient,
  send: Send,
  leave: (worked: boolean) => void,
): PostgresPoolClient {
  /** The error after which nothing more can be sent. */
  let lost: unknown
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    if (lost !== undefined) throw lost // a rollback must not wait for a server that has ended
    try {
      return await send(client, text, values)
    } catch (error) {
      const fault = postgresFault(error)
      if (isLostConnection(error)) lost = fault
      throw fault
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // the other overload takes cursors, which are not used here
    release(destroy = false) {
      client.release(destroy || lost !== undefined)
      leave(lost === undefined)
    },
  }
}

interface Opening {
  readonly url: string
  readonly pace: Pace
  readonly settings: PoolSettings
  /** Called for each connection that ends unexpectedly. */
  readonly onLost: (error: Error) => void
  readonly send?: Send | undefined
}

const sendNow: Send = (client, text, values) => client.query(text, values)

function openPool({ url, pace, settings, onLost, send = sendNow }: Opening): PostgresPool {
  // Row numbers stay far below 2^53, so bigint columns are read as numbers.
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8_OID, Number)
  const limits = limitsOf(pace, settings)
  const pool = new pg.Pool({
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: settings.connectMaxMs,
    ...(pace === 'calls' && settings.directUrl !== undefined
      ? {}
      : { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS }),
    ...limits,
  })
  // Without a listener a lost connection ends the process: the pool listens only to idle
  // connections, and forwards their errors.
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  const queue = createConnectionQueue({
    size: limits.max,
    stalledMs: settings.connectMaxMs,
    waitMaxMs: settings.statementMaxMs,
  })
  return {
    options: pool.options,
    connect: async () => {
      const leave = await queue.enter()
      try {
        return guard(await pool.connect(), send, leave)
      } catch (error) {
        leave(false)
        throw postgresFault(error)
      }
    },
    end: () => pool.end(),
  }
}

const UNIQUE_VIOLATION = '23505'

function matches(table: SearchedTable, word: string) {
  const pattern = `${isLong(word) ? '%' : '% '}${escapeLike(word)}%`
  return sql<SqlBool>`${sql.ref(`${table}.search_text`)} like ${pattern}`
}

const rules: EngineRules = {
  kind: 'postgres',
  sealedIndex: NO_SEALED_INDEX,
  countedId: 'bigint generated always as identity primary key',
  searchMatches: matches,
  searchTable: (table, words) =>
    sql`(select id from ${sql.table(table)} where ${sql.join(
      words.map((word) => matches(table, word)),
      sql` and `,
    )})`,
  findMembers(db, words) {
    let found = db.selectFrom('members')
    for (const word of words) found = found.where(matches('members', word))
    // Without an order it counts in the index of names, where equal names stand together.
    const tally = found.orderBy('members.created_at', 'desc').orderBy('members.id', 'desc')
    return { found, tally }
  },
  rewriting: (_db, _table, work) => work(),
  isUniqueViolation: (error) => (error as { code?: string }).code === UNIQUE_VIOLATION, // node-postgres: SQLSTATE
}

/**
 * The time limits of calls, which a pooler in transaction mode does not pass on.
 * @throws StartFault when the user of `DATABASE_URL` has none
 */
async function checkLimits(db: Kysely<Schema>, { statementMaxMs }: PoolSettings): Promise<void> {
  const wanted = {
    statement_timeout: statementMaxMs,
    lock_timeout: LOCK_MAX_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
  }
  const { rows } = await sql<{ name: string; ms: number }>`
    select name, setting::int as ms from pg_settings where name in (${sql.join(Object.keys(wanted))})`.execute(
    db,
  )
  const missing = Object.entries(wanted).filter(([name, max]) => {
    const ms = rows.find((row) => row.name === name)?.ms ?? 0
    return ms === 0 || ms > max
  })
  if (missing.length > 0)
    throw new StartFault(
      `The pooler of DATABASE_URL gives calls no time limits. Set them at PostgreSQL for its user, then restart the pooler: ${missing.map(([name, max]) => `alter role … set ${name} = '${max}ms';`).join(' ')}`,
    )
}

/** @param onLost called for each connection that ends unexpectedly */
export function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  settings: PoolSettings = DEFAULT_POOL,
): Database {
  const { directUrl } = settings
  const callerChanges = new CallerChanges()
  const open = (pace: Pace, send?: Send) => {
    const target = pace === 'calls' ? url : (directUrl ?? url)
    const pool = openPool({ url: target, pace, settings, onLost, send })
    return new Kysely<Schema>({ dialect: callerChanges.watch(new PostgresDialect({ pool })) })
  }
  const [db, keys] = [open('calls'), open('keys')]
  const jobs = open('jobs', sendPatiently(keys, settings))
  return {
    db,
    jobs,
    withoutWaiting: (work) => work(db),
    rules,
    callerChanges,
    dataKeys: {
      read: () => keys.selectFrom('data_keys').select(['id', 'wrapped', 'retired_at']).execute(),
    },
    ...(directUrl !== undefined && { checkLimits: () => checkLimits(db, settings) }),
    // Autovacuum frees the rows; docs/security.md says what stays on the disk until then.
    async scrub(tables = []) {
      for (const table of tables) await sql`vacuum (full) ${sql.table(table)}`.execute(jobs)
    },
    renewStatistics: async () =>
      void (await sql`analyze members, member_nationalities`.execute(jobs)),
    // The lock of a transaction, not of a session: its connection may be one of a pooler.
    alone: (name, work) =>
      inTransaction(jobs, async (transaction) => {
        const { rows } = await sql<{ held: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(
          transaction,
        )
        if (rows[0]?.held !== true) return false
        await work()
        return true
      }),
    ping: async () => void (await sql`select 1`.execute(db)),
    close: async () => void (await Promise.all([db.destroy(), jobs.destroy(), keys.destroy()])),
  }
}
