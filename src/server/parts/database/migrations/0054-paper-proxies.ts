/** Voices that staff enter from a signed paper. ADR 0059. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema.alterTable('assembly_proxies').addColumn('paper_note', 'text').execute()
  await schema.alterTable('assembly_proxies').addColumn('entered_by', 'bigint').execute()
}
