import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../../deps/config.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { withDatabase } from '../../start/open-existing.ts'

/**
 * Works on the records of backups in the database of this server.
 * @returns undefined where there is no database, as on a machine that only reads backups, or where it
 * does not have the step yet that makes them
 */
export async function withRecords<T>(
  config: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T | undefined> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'wld.sqlite')))
    return undefined
  return withDatabase(config, async (database) => {
    const tables = await database.db.introspection.getTables()
    if (!tables.some(({ name }) => name === 'backup_records')) return undefined
    return await work(database.jobs)
  })
}
