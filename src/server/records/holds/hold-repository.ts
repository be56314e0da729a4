/**
 * Legal holds: a record that is named in one in force is deleted neither by retention nor by the bins,
 * and the account is not erased (GDPR, article 17.3 e).
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { requestIdOf } from '#shared/domain/card/read-member-number.ts'
import type { HeldKind } from '#shared/domain/people/legal-hold.ts'
import type { Schema } from '../../parts/database/schema.ts'

/**
 * A target is `member:10004217`, `report:17` or `request:REQ_10004217`, as in the audit log.
 *
 * @param records what stands before the id in a target, and the column that holds the id
 */
export const isNotHeld = (
  ...records: readonly (readonly [before: `${HeldKind}:` | 'request:REQ_', column: string])[]
): RawBuilder<boolean> => {
  const targets = records.map(
    ([before, column]) => sql`${sql.lit(before)} || cast(${sql.ref(column)} as text)`,
  )
  return sql<boolean>`not exists (select 1 from legal_holds
    where legal_holds.lifted_at is null and legal_holds.target in (${sql.join(targets)}))`
}

/** A hold on the request of a person holds the person too. */
export async function isMemberHeld(db: Kysely<Schema>, memberId: number): Promise<boolean> {
  const found = await db
    .selectFrom('legal_holds')
    .select('id')
    .where('lifted_at', 'is', null)
    .where('target', 'in', [`member:${memberId}`, `request:${requestIdOf(String(memberId))}`])
    .executeTakeFirst()
  return found !== undefined
}

/** With the actor who placed each, as long as the audit log keeps the row. */
export const holdsInForce = (db: Kysely<Schema>) =>
  db
    .selectFrom('legal_holds')
    .select(['id', 'target', 'reason', 'placed_at'])
    .select((eb) =>
      eb
        .selectFrom('audit')
        .select('actor')
        .whereRef('audit.target', '=', 'legal_holds.target')
        .where('action', '=', 'hold.placed')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('actor'),
    )
    .where('lifted_at', 'is', null)
    .orderBy('placed_at')
    .orderBy('id')
    .execute()

export const findHold = (db: Kysely<Schema>, id: string) =>
  db
    .selectFrom('legal_holds')
    .select('target')
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

/** @returns false where there is one in force already */
export async function placeHold(
  db: Transaction<Schema>,
  { target, reason, at }: { readonly target: string; readonly reason: string; readonly at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('legal_holds')
    .values({
      id: randomUUID(),
      target,
      reason,
      placed_at: at,
      lifted_at: null,
      lifted_reason: null,
    })
    .onConflict((conflict) => conflict.column('target').where('lifted_at', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false where none is in force */
export async function liftHold(
  db: Transaction<Schema>,
  { target, reason, at }: { readonly target: string; readonly reason: string; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('legal_holds')
    .set({ lifted_at: at, lifted_reason: reason })
    .where('target', '=', target)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the record is there to be held; in a bin counts as well. */
export async function isRecord(db: Kysely<Schema>, kind: HeldKind, id: string): Promise<boolean> {
  const found = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
    (await query.executeTakeFirst()) !== undefined
  if (kind === 'member')
    return found(db.selectFrom('members').select('id').where('id', '=', Number(id)))
  if (kind === 'report')
    return found(db.selectFrom('reports').select('id').where('id', '=', Number(id)))
  return (
    (await found(db.selectFrom('registration_requests').select('id').where('id', '=', id))) ||
    found(db.selectFrom('deleted_requests').select('id').where('id', '=', id))
  )
}
