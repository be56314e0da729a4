/** Versions of events and articles, so that two editors do not overwrite each other unnoticed. */
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<never>): Promise<void> {
  for (const table of ['events', 'news'])
    await schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
