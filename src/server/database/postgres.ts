/** The engine to grow into: PostgreSQL 15 or newer, by `DATABASE_URL`. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import { escapeLike, type Database, type EngineRules } from './engine.ts'
import { openPool, type Pace } from './postgres-pool.ts'
import type { Schema } from './schema.ts'

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

/** @param onLost is told of each connection that ends by itself */
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
