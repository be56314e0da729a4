/** The scan of a paper on which a member gave the own voice. ADR 0059. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema.alterTable('assembly_proxies').addColumn('scan_file', 'text').execute()
  await schema
    .createIndex('assembly_proxies_scan')
    .on('assembly_proxies')
    .column('scan_file')
    .execute()
}
