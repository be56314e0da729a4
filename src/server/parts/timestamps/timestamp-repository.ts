/** Queries of timestamps; the rules live in `jobs/timestamps.ts`. */
import type { Kysely, Selectable } from 'kysely'
import type { Schema, TimestampTable } from '../database/schema.ts'

/** Pieces of evidence without a statement, newest first: a new piece does not wait for old ones. */
export const evidenceWithoutStatement = (db: Kysely<Schema>, limit: number) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .leftJoin('timestamps', 'timestamps.evidence_id', 'report_evidence.id')
    .where('timestamps.id', 'is', null)
    .where('report_evidence.deleted_at', 'is', null)
    .select(['report_evidence.id', 'files.sha256'])
    .orderBy('report_evidence.id', 'desc')
    .limit(limit)
    .execute()

export const lastDay = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('timestamps')
    .where('day', '<', before)
    .select((eb) => eb.fn.max('day').as('day'))
    .executeTakeFirst()

/** The last row of the audit log before this time. */
export const lastRowBefore = (db: Kysely<Schema>, at: string) =>
  db
    .selectFrom('audit')
    .select(['seq', 'hash', 'at'])
    .where('at', '<', at)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A statement that is there already stays: another server may have written it. */
export const addStatement = (
  db: Kysely<Schema>,
  row: Pick<TimestampTable, 'evidence_id' | 'day' | 'statement' | 'created_at'>,
) =>
  db
    .insertInto('timestamps')
    .values({ ...row, response: null, confirmed_at: null, authority: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const listWaiting = (db: Kysely<Schema>, limit: number) =>
  db
    .selectFrom('timestamps')
    .select(['id', 'evidence_id', 'day', 'statement'])
    .where('response', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function storeResponse(
  db: Kysely<Schema>,
  id: number,
  stamp: { readonly response: string; readonly confirmed_at: string; readonly authority: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('timestamps')
    .set(stamp)
    .where('id', '=', id)
    .where('response', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const readAuthority = (db: Kysely<Schema>) =>
  db.selectFrom('timestamp_authority').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()

export const writeAuthority = (
  db: Kysely<Schema>,
  state: Omit<Selectable<Schema['timestamp_authority']>, 'id'>,
) => db.updateTable('timestamp_authority').set(state).where('id', '=', 1).execute()

export async function countWaiting(
  db: Kysely<Schema>,
): Promise<{ readonly waiting: number; readonly oldestAt: string | null }> {
  const row = await db
    .selectFrom('timestamps')
    .where('response', 'is', null)
    .select((eb) => [eb.fn.countAll().as('waiting'), eb.fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), oldestAt: row.oldest }
}

const confirmed = (db: Kysely<Schema>) =>
  db
    .selectFrom('timestamps')
    .select(['evidence_id', 'day', 'statement', 'response', 'confirmed_at', 'authority'])
    .where('response', 'is not', null)

export const confirmationOf = (db: Kysely<Schema>, evidenceId: number) =>
  confirmed(db).where('evidence_id', '=', evidenceId).executeTakeFirst()

export const confirmedDays = (db: Kysely<Schema>) =>
  confirmed(db).where('day', 'is not', null).orderBy('day').execute()
