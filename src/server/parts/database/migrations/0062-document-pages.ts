/** Pages of documents, and what Word documents have besides text. ADR 0072. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').addColumn('pages', 'integer').execute()
  await db.schema.alterTable('files').addColumn('inside', 'text').execute()
}
