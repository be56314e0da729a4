import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ConsentKind, ConsentState } from '#shared/domain/access/consent-rules.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import type { ConsentTable, Schema } from '../../database/schema.ts'

/** Queries of proposals; rules live in `domain/access/consent-rules.ts`. */

export type ConsentRow = Selectable<ConsentTable>

/** Returns false when a proposal for the same act is open. */
export async function insertConsent(
  db: Kysely<Schema>,
  row: Insertable<ConsentTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'target']).where('outcome', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findOpenConsent = (
  db: Kysely<Schema>,
  kind: ConsentKind,
  target: string,
): Promise<ConsentRow | undefined> =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('outcome', 'is', null)
    .executeTakeFirst()

export const findConsent = (db: Kysely<Schema>, id: string): Promise<ConsentRow | undefined> =>
  db.selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirst()

/** Ends undecided proposals that are older than `before`. */
export const expireConsents = (db: Kysely<Schema>, before: string) =>
  db
    .updateTable('consents')
    .set({ outcome: 'expired' })
    .where('outcome', 'is', null)
    .where('proposed_at', '<=', before)
    .execute()

/** Decides an open proposal; false when it has ended: true for exactly one of several at once. */
export async function decideConsent(
  db: Kysely<Schema>,
  id: string,
  decision: { readonly outcome: ConsentState; readonly by: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('consents')
    .set({ outcome: decision.outcome, decided_by: decision.by, decided_at: decision.at })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses one confirmed export of the member; true for exactly one of several at once. */
export async function useExportConsent(
  db: Kysely<Schema>,
  memberId: number,
  times: { readonly at: string; readonly since: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('consents')
    .set({ used_at: times.at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('consents')
        .select('id')
        .where('kind', '=', 'member-export')
        .where('proposed_by', '=', memberId)
        .where('outcome', '=', 'confirmed')
        .where('decided_at', '>', times.since)
        .where('used_at', 'is', null)
        .limit(1),
    )
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Newest first: all that are undecided, and the last ones that ended. */
export async function listConsentRows(
  db: Kysely<Schema>,
  ended: number,
): Promise<readonly ConsentRow[]> {
  const newest = db.selectFrom('consents').selectAll().orderBy('proposed_at', 'desc')
  const rows = [
    ...(await newest.where('outcome', 'is', null).limit(500).execute()),
    ...(await newest.where('outcome', 'is not', null).limit(ended).execute()),
  ]
  return rows.toSorted((one, other) => other.proposed_at.localeCompare(one.proposed_at))
}

/** Active staff who are told of a proposal: administrators, or everybody on the staff. */
export const staffToTell = (db: Kysely<Schema>, roles: readonly RoleId[]) =>
  db
    .selectFrom('members')
    .select(['id', 'email', 'language'])
    .where('role', 'in', roles)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(100)
    .execute()

/** Whether staff gave the member the role of an administrator since then, as the audit log says. */
export async function gotAdministratorRole(
  db: Kysely<Schema>,
  memberId: number,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('action', 'in', ['member.updated', 'member.created'])
    .where('target', '=', `member:${memberId}`)
    .where('at', '>=', since)
    .where('detail', 'like', '%"role":"ROLE_ADMIN"%')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
