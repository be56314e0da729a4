/** Two who edit the same event or article must not overwrite each other unseen. */
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<never>): Promise<void> {
  for (const table of ['events', 'news'])
    await schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
