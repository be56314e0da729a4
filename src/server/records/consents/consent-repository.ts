import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ConsentKind, ConsentState } from '#shared/domain/access/consent-rules.ts'
import type { AccessEvent } from '#shared/domain/access/second-person.ts'
import { STEP_UP_FIELDS } from '#shared/domain/people/member-permissions.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { ConsentTable, Schema } from '../../parts/database/schema.ts'

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

/** Changes of the access of an account in the audit log, see `settlesAt`. */
const CHANGES = ['member.updated', 'member.created', 'request.decided', 'factor.reset']
const MAILED = 'password.reset'
const FACTOR = 'factor.added'

interface AuditDetail {
  readonly fields?: string
  readonly first?: boolean
}

function kindOf(action: string, { fields, first }: AuditDetail): AccessEvent['kind'] | undefined {
  if (action === FACTOR) return first === true ? 'first-factor' : undefined
  if (action === MAILED) return 'mail-reset'
  if (fields === undefined) return 'changed'
  return fields.split(' ').some((field) => isAccessField(field)) ? 'changed' : undefined
}

const isAccessField = (field: string): boolean => STEP_UP_FIELDS.some((one) => one === field)

/**
 * Who changed how the member signs in and what the member may do, oldest first, as the audit log says. The commands of
 * the machine (`system`) are left out: they need access to the server. So are changes that members make themselves,
 * apart from those that start a time after a change by others.
 */
export async function accessEventsOf(
  db: Kysely<Schema>,
  memberId: number,
): Promise<readonly AccessEvent[]> {
  const self = memberActor(memberId)
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'actor', 'action', 'detail'])
    .where('target', '=', self)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('action', 'in', [...CHANGES, 'member.email-change-undone']),
          eb('actor', 'not in', [self, 'system']),
        ]),
        eb('action', 'in', [MAILED, FACTOR]),
      ]),
    )
    .orderBy('seq')
    .execute()
  return rows.flatMap(({ at, actor, action, detail }) => {
    const kind = kindOf(action, JSON.parse(detail) as AuditDetail) // written by the audit log
    return kind === undefined ? [] : [{ at, kind, byOther: actor !== self }]
  })
}
