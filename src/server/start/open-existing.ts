import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from '../base/start-fault.ts'
import type { Config } from '../deps/config.ts'
import type { Database } from '../parts/database/engine.ts'
import { openPostgres } from '../parts/database/postgres.ts'
import { openSqlite } from '../parts/database/sqlite.ts'

type Place = Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>

/**
 * For a command beside a server: the database as it is, without migration and without making one.
 * @throws StartFault when there is none
 */
export function openExisting({ databaseUrl, pool, dataDir }: Place): Database {
  if (databaseUrl !== undefined) return openPostgres(pool.directUrl ?? databaseUrl, () => undefined)
  const path = join(dataDir, 'wld.sqlite')
  if (!existsSync(path))
    throw new StartFault(
      `There is no database at ${path}. Set DATA_DIR, or DATABASE_URL for PostgreSQL.`,
    )
  return openSqlite(path)
}

/** Closes it when the work is done, or has failed. */
export async function withDatabase<T>(
  place: Place,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openExisting(place)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
