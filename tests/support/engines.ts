/** The engines that the API suites run on. A missing PostgreSQL is named, never hidden. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const POSTGRES_ADMIN_URL =
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

export const hasPostgres = await postgresAnswers()

export const ENGINES: readonly {
  readonly engine: EngineName
  readonly skip: boolean
  readonly title: string
}[] = [
  { engine: 'sqlite', skip: false, title: 'sqlite' },
  {
    engine: 'postgres',
    skip: !hasPostgres,
    title: hasPostgres ? 'postgres' : 'postgres (skipped: no server at 127.0.0.1:5432)',
  },
]

export interface TemporaryDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of its own for one suite, so that suites never see each other's rows. */
export async function createPostgresDatabase(): Promise<TemporaryDatabase> {
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
  await asAdmin(`create database ${name}`)
  const url = new URL(POSTGRES_ADMIN_URL)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(`drop database ${name} with (force)`) }
}
