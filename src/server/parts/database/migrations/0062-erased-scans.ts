/** The hash of a scan that was deleted at the end of its period. ADR 0059. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('assembly_proxies').addColumn('scan_sha256', 'text').execute()
}
