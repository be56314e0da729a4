/** Of the files whose bytes were missing while a backup was made, those that are really lost. */
import type { Config } from '../../deps/config.ts'
import { isBeingMade } from '../../parts/files/file-repository.ts'
import { withDatabase } from '../../start/open-existing.ts'

export interface NeededFile {
  readonly table: 'files' | 'file_parts'
  readonly id: string
}

const AT_ONCE = 500

/**
 * A person may delete evidence between the copy of the rows and the copy of the files: what the
 * database does not need any more is no damage.
 */
export async function stillMissing(
  config: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>,
  missing: readonly (readonly [string, NeededFile | undefined])[],
): Promise<string[]> {
  if (missing.length === 0) return []
  return withDatabase(config, async (database) => {
    const inUse = new Set<string>()
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const idsOf = (table: NeededFile['table']): string[] =>
        missing
          .slice(at, at + AT_ONCE)
          .flatMap(([, file]) => (file?.table === table ? [file.id] : []))
      const [files, parts] = [idsOf('files'), idsOf('file_parts')]
      const rows = [
        ...(files.length === 0
          ? []
          : await database.jobs
              .selectFrom('files')
              .select(['id', 'purpose'])
              .where('id', 'in', files)
              .execute()),
        ...(parts.length === 0
          ? []
          : await database.jobs
              .selectFrom('file_parts')
              .innerJoin('files', 'files.id', 'file_parts.file_id')
              .select(['file_parts.id', 'files.purpose'])
              .where('file_parts.id', 'in', parts)
              .execute()),
      ]
      for (const { id, purpose } of rows) if (!isBeingMade(purpose)) inUse.add(id)
    }
    return missing.flatMap(([key, file]) => (file !== undefined && inUse.has(file.id) ? [key] : []))
  })
}
