/**
 * One migrated database for each engine, made once for a run and copied for each server, because running all migrations
 * takes longer than most suites.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/parts/database/engine.ts'
import { migrate } from '#server/parts/database/migrate.ts'
import { openPostgres } from '#server/parts/database/postgres.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { createPostgresDatabase, hasPostgres } from './engines.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'
import { bundlePrograms } from './programs.ts'

const SQLITE = 'TEST_MIGRATED_SQLITE'
const POSTGRES = 'TEST_MIGRATED_POSTGRES'

/** The file and the name of the database to copy; undefined when the run has not made them. */
export const migratedDatabases = () => ({
  sqlite: process.env[SQLITE],
  postgres: process.env[POSTGRES],
})

async function migrated(database: Database): Promise<void> {
  await migrate(database)
  await database.close()
}

/** The global setup of Vitest; the workers get its environment. Returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  await bundlePrograms()
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-migrated-'))
  const file = join(folder, 'wld.sqlite')
  await migrated(openSqlite(file))
  process.env[SQLITE] = file
  const temporary = hasPostgres ? await createPostgresDatabase() : undefined
  if (temporary !== undefined) {
    await migrated(openPostgres(temporary.url, () => undefined))
    process.env[POSTGRES] = new URL(temporary.url).pathname.slice(1)
  }
  return async () => {
    await temporary?.drop()
    await rm(folder, { recursive: true })
  }
}
