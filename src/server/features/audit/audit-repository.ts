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
