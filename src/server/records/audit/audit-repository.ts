import { sql, type Kysely, type SelectQueryBuilder, type Selectable } from 'kysely'
import { fromBound, toBound } from '../../http/paging.ts'
import { readEnds } from '../../parts/audit/audit-chain.ts'
import type { AuditTable, Schema } from '../../parts/database/schema.ts'

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

/** Actions in the log that a filter means. Each step of the query reads one entry of an index. */
async function actionsOf(db: Kysely<Schema>, wanted: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`with recursive found(action) as (
      select min(action) from audit
      union all
      select (select min(audit.action) from audit where audit.action > found.action) from found where found.action is not null)
    select action from found where action is not null`.execute(db)
  return rows
    .map(({ action }) => action)
    .filter((action) => action === wanted || action.startsWith(`${wanted}.`))
}

/**
 * One part for each action, in the order of one index each: the database merges them and stops at
 * the limit. A pattern over actions would read the rows of all other actions as well.
 */
export async function filterAudit(db: Kysely<Schema>, filters: AuditFilters): Promise<Filtered> {
  const { actor, action, target, from, to } = filters
  let query: Filtered = db.selectFrom('audit')
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (target !== undefined) query = query.where('target', '=', target)
  if (from !== undefined) query = query.where('at', '>=', fromBound(from))
  if (to !== undefined) query = query.where('at', '<=', toBound(to))
  if (action === undefined) return query
  const [first, ...others] = await actionsOf(db, action)
  if (first === undefined) return query.where(sql<boolean>`1 = 0`)
  const part = (one: string) => query.where('action', '=', one)
  if (others.length === 0) return part(first)
  const parts = others.reduce(
    (all, one) => all.unionAll(part(one).select(['seq', 'at'])),
    part(first).select(['seq', 'at']),
  )
  return db.selectFrom(parts.as('audit')) as unknown as Filtered // has the columns that order and identify rows
}

/**
 * Whether rows are ordered by time, in the indexes of actors, actions and periods. All others are ordered by number, as
 * the whole log is: there a clock that was set back changes no order.
 */
const isByTime = ({ actor, action, from, to }: AuditFilters): boolean =>
  [actor, action, from, to].some((value) => value !== undefined)

const newestFirst = (query: Filtered, filters: AuditFilters) =>
  (isByTime(filters) ? query.orderBy('audit.at', 'desc') : query).orderBy('audit.seq', 'desc')

/** Numbers first, then their rows: rows before a far page are skipped in the index. */
export async function readAudit(
  db: Kysely<Schema>,
  query: Filtered,
  filters: AuditFilters,
): Promise<AuditTableRow[]> {
  const found = await newestFirst(query, filters).select('audit.seq').execute()
  if (found.length === 0) return []
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where(
      'seq',
      'in',
      found.map(({ seq }) => seq),
    )
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return found.flatMap(({ seq }) => bySeq.get(seq) ?? [])
}

/** A page of the whole log. The numbers have no gaps, so that no page is further than another. */
export async function readAuditPage(
  db: Kysely<Schema>,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly items: AuditTableRow[]; readonly rows: number }> {
  const { base, head } = await readEnds(db)
  const items = await db
    .selectFrom('audit')
    .selectAll()
    .where('seq', '<=', head.seq - (page - 1) * size)
    .orderBy('seq', 'desc')
    .limit(size)
    .execute()
  return { items, rows: head.seq - base.seq }
}

/** The next rows after `last`, in the order of the list. @param last undefined: the first rows */
export async function readAuditAfter(
  db: Kysely<Schema>,
  filters: AuditFilters,
  last: AuditTableRow | undefined,
  max: number,
): Promise<AuditTableRow[]> {
  let query = await filterAudit(db, filters)
  if (last !== undefined)
    query = isByTime(filters)
      ? query.where(sql<boolean>`(audit.at, audit.seq) < (${last.at}, ${last.seq})`)
      : query.where('audit.seq', '<', last.seq)
  return readAudit(db, query.limit(max), filters)
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
