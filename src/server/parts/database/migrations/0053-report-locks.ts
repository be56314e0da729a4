/** Who reviews which report at the moment, as 0005 did for registration requests. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema.alterTable('reports').addColumn('claimed_by', 'bigint').execute()
  await schema.alterTable('reports').addColumn('claim_expires_at', 'text').execute()
}
