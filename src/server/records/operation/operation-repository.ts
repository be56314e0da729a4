import type { Kysely } from 'kysely'
import type { OperationFault } from '#shared/domain/operation-faults.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** What is wrong with the machine as of the last look, the longest first. */
export const operationFaults = (db: Kysely<Schema>) =>
  db
    .selectFrom('operation_faults')
    .select(['kind', 'since_at'])
    .where('ended_at', 'is', null)
    .orderBy('since_at')
    .orderBy('kind')
    .execute()

/** Ends every fault that is not among these. */
export const endOtherFaults = (db: Kysely<Schema>, kinds: readonly OperationFault[], at: string) =>
  db
    .updateTable('operation_faults')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .$if(kinds.length > 0, (query) => query.where('kind', 'not in', kinds))
    .execute()

const NEVER = new Date(0).toISOString()

/** Records that a fault is there now, and returns since when. */
export async function recordFault(
  db: Kysely<Schema>,
  kind: OperationFault,
  at: string,
): Promise<string> {
  await db
    .insertInto('operation_faults')
    .values({ kind, since_at: at, mailed_at: NEVER, ended_at: null })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute()
  await db
    .updateTable('operation_faults')
    .set({ since_at: at, ended_at: null })
    .where('kind', '=', kind)
    .where('ended_at', 'is not', null)
    .execute()
  const { since_at: since } = await db
    .selectFrom('operation_faults')
    .select('since_at')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return since
}

/**
 * Takes the mail about a fault where the last one is older than `before`; false when it is not, or another server was
 * faster. A fault that comes and goes is mailed no more often. A time after `ahead` comes from a wrong clock; one that is
 * a little later than `at` is that of the other server.
 */
export async function takeFaultMail(
  db: Kysely<Schema>,
  kind: OperationFault,
  { at, before, ahead }: { readonly at: string; readonly before: string; readonly ahead: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operation_faults')
    .set({ mailed_at: at })
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('mailed_at', '<=', before), eb('mailed_at', '>', ahead)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
