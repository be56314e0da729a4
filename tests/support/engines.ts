/** The engines that the API suites run on. A missing PostgreSQL is named in the titles. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

const POSTGRES_ADMIN_URL =
  process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'

export type EngineName = 'sqlite' | 'postgres'

async function postgresAnswers(): Promise<boolean> {
  const client = new pg.Client({
    connectionString: POSTGRES_ADMIN_URL,
    connectionTimeoutMillis: 2_000,
  })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** `sqlite` or `postgres` for a run on one engine only. */
const ONLY = process.env['TEST_ENGINE']

export const hasPostgres = ONLY !== 'sqlite' && (await postgresAnswers())
if (ONLY === 'postgres' && !hasPostgres) throw new Error(`No server at ${POSTGRES_ADMIN_URL}`)

interface Engine {
  readonly engine: EngineName
  readonly skip: boolean
  readonly title: string
}
const engine = (name: EngineName, isThere: boolean, where: string): Engine => {
  if (ONLY !== undefined && ONLY !== name)
    return { engine: name, skip: true, title: `${name} (skipped: TEST_ENGINE is ${ONLY})` }
  return { engine: name, skip: !isThere, title: isThere ? name : `${name} (skipped: ${where})` }
}
const SQLITE = engine('sqlite', true, '')

/** For suites in which the database matters: queries, transactions, races, which text a column accepts. */
export const ENGINES: readonly Engine[] = [
  SQLITE,
  engine('postgres', hasPostgres, 'no server at 127.0.0.1:5432'),
]
/**
 * For suites about rules, files and limits, whose queries other suites run on both engines. With `EVERY_ENGINE=true`
 * they run on both as well: on every push, in the job of PostgreSQL, and every night.
 */
export const RULE_ENGINES = process.env['EVERY_ENGINE'] === 'true' ? ENGINES : [SQLITE]
/**
 * For suites in which the database only stores rows: files, pictures, pages, mail. docs/testing.md says which and why.
 */
export const EMBEDDED: readonly Engine[] = [SQLITE]

export interface TemporaryDatabase {
  readonly url: string
  /** Open connections stay in any case. */
  allowConnections(allowed: boolean): Promise<void>
  drop(): Promise<void>
}

/**
 * A database of its own for one suite, so that suites never see each other's rows.
 * @param template a database to copy; without it the new one is empty
 */
export async function createPostgresDatabase(template = 'template1'): Promise<TemporaryDatabase> {
  const name = `wld_test_${randomBytes(6).toString('hex')}`
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: POSTGRES_ADMIN_URL })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await asAdmin(`create database ${name} template ${template}`)
  // No test stops PostgreSQL itself, so commits need not be on the disk.
  await asAdmin(`alter database ${name} set synchronous_commit = off`)
  const url = new URL(POSTGRES_ADMIN_URL)
  url.pathname = `/${name}`
  return {
    url: url.href,
    allowConnections: (allowed) => asAdmin(`alter database ${name} allow_connections ${allowed}`),
    drop: () => asAdmin(`drop database ${name} with (force)`),
  }
}
