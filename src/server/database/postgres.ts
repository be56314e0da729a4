/** The engine to grow into: PostgreSQL 15 or newer, by `DATABASE_URL`. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { escapeLike, type Database, type EngineRules } from './engine.ts'
import type { Schema } from './schema.ts'

const UNIQUE_VIOLATION = '23505'
const CONNECTIONS_MAX = 10
const INT8_OID = 20

const rules: EngineRules = {
  kind: 'postgres',
  countedId: sql`bigint generated always as identity primary key`,
  async createSearchIndex(db, table) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)} using gin (search_text gin_trgm_ops)`.execute(db)
  },
  searchMatches(table, word) {
    const pattern = Array.from(word).length >= 3 ? `%${escapeLike(word)}%` : `% ${escapeLike(word)}%`
    return sql`${sql.ref(`${table}.search_text`)} like ${pattern}`
  },
  isUniqueViolation: (error) => (error as { code?: string }).code === UNIQUE_VIOLATION, // node-postgres: SQLSTATE
}

export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  // Row numbers stay far below 2^53, so bigint columns are read as numbers.
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8_OID, Number)
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX, connectionTimeoutMillis: 5_000, types })
  pool.on('error', onIdleError) // without a listener a dropped idle connection would end the process
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    rules,
    ping: async () => void (await sql`select 1`.execute(db)),
    close: () => db.destroy(),
  }
}
