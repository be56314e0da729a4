import type { Kysely, Selectable } from 'kysely'
import { countOf } from '../../parts/database/engine.ts'
import type { InvitationCodeTable, Schema } from '../../parts/database/schema.ts'

/** Queries of invitation codes; rules live in `invitations.ts`. */

export type CodeRow = Selectable<InvitationCodeTable>

/** Newest first. */
export const listCodes = (db: Kysely<Schema>): Promise<CodeRow[]> =>
  db
    .selectFrom('invitation_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const countCodes = (db: Kysely<Schema>): Promise<number> =>
  countOf(db.selectFrom('invitation_codes'))

/** Returns false when the code is taken; the caller draws another. */
export async function insertCode(db: Kysely<Schema>, row: CodeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invitation_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Throws when there is no code with this id. */
export const readCode = (db: Kysely<Schema>, id: string): Promise<CodeRow> =>
  db.selectFrom('invitation_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findCode = (db: Kysely<Schema>, id: string): Promise<CodeRow | undefined> =>
  db.selectFrom('invitation_codes').selectAll().where('id', '=', id).executeTakeFirst()

/** @param code in its canonical spelling */
export const findByText = (db: Kysely<Schema>, code: string): Promise<CodeRow | undefined> =>
  db.selectFrom('invitation_codes').selectAll().where('code', '=', code).executeTakeFirst()

/** Revokes a code and returns it; undefined when there is none, or it was revoked before. */
export const revokeCode = (
  db: Kysely<Schema>,
  id: string,
  at: string,
): Promise<CodeRow | undefined> =>
  db
    .updateTable('invitation_codes')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/**
 * Counts one use; returns false when the code is unknown, revoked, too old or used up.
 * @param code in its canonical spelling
 */
export async function countUse(db: Kysely<Schema>, code: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation_codes')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('uses_max', 'is', null), eb('uses', '<', eb.ref('uses_max'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
