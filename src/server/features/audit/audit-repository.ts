import { sql, type Kysely, type SelectQueryBuilder, type Selectable } from 'kysely'
import { escapeLike } from '../../database/engine.ts'
import type { AuditTable, Schema } from '../../database/schema.ts'
import { fromBound, toBound } from '../../http/paging.ts'

export type AuditTableRow = Selectable<AuditTable>
type Filtered = SelectQueryBuilder<Schema, 'audit', object>

export interface AuditFilters {
  readonly actor?: string | undefined
  /** `member.created`, or `member` for all actions that begin with `member.` */
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function filterAudit(
  db: Kysely<Schema>,
  { actor, action, target, from, to }: AuditFilters,
): Filtered {
  let query: Filtered = db.selectFrom('audit')
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('action', '=', action),
        sql<boolean>`action like ${`${escapeLike(action)}.%`} escape '\\'`,
      ]),
    )
  if (target !== undefined) query = query.where('target', '=', target)
  if (from !== undefined) query = query.where('at', '>=', fromBound(from))
  if (to !== undefined) query = query.where('at', '<=', toBound(to))
  return query
}

export const readAudit = (query: Filtered): Promise<AuditTableRow[]> =>
  query.selectAll().orderBy('seq', 'desc').execute()

/** The newest rows below a number, newest first. @param below undefined: from the newest on */
export const readAuditBelow = (
  db: Kysely<Schema>,
  filters: AuditFilters,
  below: number | undefined,
  max: number,
): Promise<AuditTableRow[]> => {
  const filtered = filterAudit(db, filters)
  return (below === undefined ? filtered : filtered.where('seq', '<', below))
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(max)
    .execute()
}

/** Counts the rows up to `max`, and no further. */
export async function countAudit(
  db: Kysely<Schema>,
  filters: AuditFilters,
  max: number,
): Promise<number> {
  const { n } = await db
    .selectFrom(filterAudit(db, filters).select('seq').limit(max).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The only row of the progress of the check. */
export const readCheck = (db: Kysely<Schema>) =>
  db.selectFrom('audit_checks').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
export type Check = Awaited<ReturnType<typeof readCheck>>

/** Stores the progress; does nothing when another server has stored another since `check` was read. */
export const updateCheck = (db: Kysely<Schema>, check: Check, next: Partial<Check>) =>
  db
    .updateTable('audit_checks')
    .set(next)
    .where('id', '=', 1)
    .where('walk_seq', '=', check.walk_seq)
    .where((eb) =>
      check.walk_to === null ? eb('walk_to', 'is', null) : eb('walk_to', 'is not', null),
    )
    .execute()
