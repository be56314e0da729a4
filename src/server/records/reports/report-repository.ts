import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type SelectQueryBuilder,
  type Selectable,
  type SqlBool,
} from 'kysely'
import {
  OPEN_REPORT_STATUSES,
  type ReportSort,
  type ReportStatusFilter,
} from '#shared/domain/report/report-rules.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { fromBound, toBound } from '../../http/paging.ts'
import { escapeLike, type EngineRules, countOf } from '../../parts/database/engine.ts'
import { holdsTokens } from '../../parts/database/holds-word.ts'
import type { ReportTable, Schema } from '../../parts/database/schema.ts'
import { insertSealed } from '../../parts/database/sealing/insert-sealed.ts'
import { titlesOfCategoriesWith } from './categories.ts'

export type ReportRow = Selectable<ReportTable>

export interface ReportFilters {
  readonly id?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly type?: string | undefined
  readonly actor?: string | undefined
  readonly victim?: string | undefined
  readonly q?: string | undefined
  /** Whether to include reports that wait to be published, for staff. Default: no. */
  readonly waiting?: 'left-out' | 'included' | 'alone'
  /** Only those whose witness sent something that no staff has seen; for staff. */
  readonly answered?: 'yes' | undefined
  readonly status?: ReportStatusFilter | undefined
  readonly country?: string | undefined
  /**
   * The copy that is searched: a caller finds only what they may read. Default: the public copy.
   */
  readonly words?: 'public' | 'whole'
}

const WORDS_MAX = 6
type Filtered = SelectQueryBuilder<Schema, 'reports', object>

type Column = ReturnType<typeof sql>
/** Both engines accept the same pattern when the escape character is named. */
const isLike = (column: Column, pattern: string) => sql`${column} like ${pattern} escape '\\'`
const holding = (part: string): string => `%${escapeLike(foldForSearch(part).trim())}%`

/**
 * Rows are found in an index with only the searched column, and read afterwards, because
 * descriptions are long. The list is walked in its order: by their ids, SQLite would read each row
 * that is found, and sort them.
 */
const among = ({ untouched }: EngineRules, condition: Column) =>
  sql<boolean>`${untouched?.('reports.id') ?? sql.ref('reports.id')} in (select found.id from reports as found where ${condition})`

type FoldedColumn = 'type_folded' | 'actor_folded' | 'victim_folded'
const seen = (column: FoldedColumn, words: 'public' | 'whole') =>
  words === 'whole'
    ? sql.ref(`found.${column}`)
    : sql`coalesce(${sql.ref(`found.public_${column}`)}, ${sql.ref(`found.${column}`)})`
/** A part of what is stored in the open, or whole words of what is sealed. */
function holds(rules: EngineRules, column: FoldedColumn, part: string, words: 'public' | 'whole') {
  const open = isLike(seen(column, words), holding(part))
  return among(
    rules,
    words === 'public'
      ? open
      : sql`(${open} or ${holdsTokens(`found.${column}`, rules.sealedIndex.tokens('reports', part))})`,
  )
}
function isOfType(rules: EngineRules, part: string, words: 'public' | 'whole') {
  const titles = titlesOfCategoriesWith(foldForSearch(part).trim())
  const type = seen('type_folded', words)
  return among(
    rules,
    titles.length === 0
      ? isLike(type, holding(part))
      : sql`(${isLike(type, holding(part))} or ${type} in (${sql.join(titles)}))`,
  )
}
const numberHolds = (rules: EngineRules, part: string) =>
  among(rules, isLike(sql`cast(found.id as text)`, holding(part)))

/** The condition of `isListed`. */
export const listed = (eb: ExpressionBuilder<Schema, 'reports'>) =>
  eb.or([eb('reports.held_at', 'is', null), eb('reports.status', '=', 'verified')])

/** The condition of `isPublished`. */
export const published = (eb: ExpressionBuilder<Schema, 'reports'>) =>
  eb.and([
    listed(eb),
    eb('reports.status', '<>', 'rejected'),
    eb('reports.contested_at', 'is', null),
  ])

/** Publishing it would make it public. Reports of witnesses are verified, rejected ones taken up again first. */
const waits = (eb: ExpressionBuilder<Schema, 'reports'>) =>
  eb.and([
    eb.not(listed(eb)),
    eb('reports.witness', '=', 0),
    eb('reports.status', '<>', 'rejected'),
  ])

/** Protected reports are few, so all are scanned; the others are found by the search index. */
function searched(
  eb: ExpressionBuilder<Schema, 'reports'>,
  rules: EngineRules,
  word: string,
  words: 'public' | 'whole',
): Expression<SqlBool> {
  const whole = rules.searchMatches('reports', word)
  if (words === 'whole') return whole
  const pattern = `${Array.from(word).length >= 3 ? '%' : '% '}${escapeLike(word)}%`
  return eb.or([
    eb.and([eb('reports.public_search_text', 'is', null), whole]),
    among(
      rules,
      sql`found.public_search_text is not null and ${isLike(sql.ref('found.public_search_text'), pattern)}`,
    ),
  ])
}

/** A filter by time within a day would tell the public when a witness filed (`publicInstant`). */
const cameSince =
  (bound: string, words: 'public' | 'whole') => (eb: ExpressionBuilder<Schema, 'reports'>) =>
    words === 'whole'
      ? eb('reports.created_at', '>=', bound)
      : eb.or([
          eb('reports.created_at', '>=', bound),
          eb('reports.created_at', '>=', fromBound(dayOf(bound))).and('reports.witness', '=', 1),
        ])
const cameUntil =
  (bound: string, words: 'public' | 'whole') => (eb: ExpressionBuilder<Schema, 'reports'>) =>
    words === 'whole'
      ? eb('reports.created_at', '<=', bound)
      : eb.or([
          eb('reports.created_at', '<=', bound),
          eb('reports.created_at', '<=', toBound(dayOf(bound))).and('reports.witness', '=', 1),
        ])
const dayOf = (instant: string): string => instant.slice(0, '2026-01-31'.length)

/** Reports that are not deleted and match the filters of the list (docs/spec/reports.md, 4). */
export function filterReports(
  db: Kysely<Schema>,
  rules: EngineRules,
  {
    id,
    from,
    to,
    type,
    actor,
    victim,
    status,
    country,
    q,
    waiting = 'left-out',
    answered,
    words = 'public',
  }: ReportFilters,
): Filtered {
  let query: Filtered = db.selectFrom('reports').where('reports.deleted_at', 'is', null)
  // What the public does not read of a listed report must not be found either.
  const isPublic = waiting === 'left-out'
  if (isPublic) query = query.where(listed)
  if (isPublic && [country, type, actor, victim].some((part) => part !== undefined))
    query = query.where(published)
  if (waiting === 'alone') query = query.where(waits)
  if (answered === 'yes')
    query = query.where('reports.id', 'in', (eb) =>
      eb.selectFrom('witness_reports').select('report_id').where('unread', '>', 0),
    )
  if (id !== undefined) query = query.where(numberHolds(rules, id))
  if (from !== undefined) query = query.where(cameSince(fromBound(from), words))
  if (to !== undefined) query = query.where(cameUntil(toBound(to), words))
  if (status !== undefined)
    query = query.where('reports.status', 'in', status === 'open' ? OPEN_REPORT_STATUSES : [status])
  if (country !== undefined) query = query.where('reports.country_code', '=', country)
  if (type !== undefined) query = query.where(isOfType(rules, type, words))
  if (actor !== undefined) query = query.where(holds(rules, 'actor_folded', actor, words))
  if (victim !== undefined) query = query.where(holds(rules, 'victim_folded', victim, words))
  for (const word of foldForSearch(q ?? '')
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, WORDS_MAX))
    query = query.where((eb) =>
      eb.or([
        isPublic
          ? eb.and([published(eb), searched(eb, rules, word, words)])
          : searched(eb, rules, word, words),
        ...(/^\d+$/.test(word) ? [numberHolds(rules, word)] : []),
      ]),
    )
  return query
}

export async function reportIds(
  query: Filtered,
  sort: ReportSort = '-createdAt',
): Promise<number[]> {
  const direction = sort === 'createdAt' ? 'asc' : 'desc'
  const rows = await query
    .select('reports.id')
    .orderBy('reports.created_at', direction)
    .orderBy('reports.id', direction)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids first, in an index: rows before a far page, and those that are only counted, are long. */
export const readReports = async (
  db: Kysely<Schema>,
  query: Filtered,
  sort?: ReportSort,
): Promise<ReportRow[]> => readReportsOf(db, await reportIds(query, sort))

/** The reports come in the order of the ids. */
export async function readReportsOf(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReportRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('reports').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The next rows after the last one that was sent: an offset would read all rows before it again.
 */
export function readReportsAfter(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: ReportFilters,
  last: ReportRow | undefined,
  max: number,
): Promise<ReportRow[]> {
  let query = filterReports(db, rules, filters)
  if (last !== undefined)
    // Compared as one, which begins in the index where the last part ended; `or` reads it from its start.
    query = query.where(
      sql<boolean>`(reports.created_at, reports.id) < (${last.created_at}, ${last.id})`,
    )
  return query
    .selectAll('reports')
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(max)
    .execute()
}

export const countReports = (
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: ReportFilters,
): Promise<number> => countOf(filterReports(db, rules, filters))

/** A report that is not deleted. */
export const findReport = (db: Kysely<Schema>, id: number): Promise<ReportRow | undefined> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Whether this account filed the report, also one that was deleted. */
export const isReporter = async (
  db: Kysely<Schema>,
  id: number,
  memberId: number,
): Promise<boolean> =>
  (await db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', id)
    .where('reporter_id', '=', memberId)
    .executeTakeFirst()) !== undefined

/** Times of a member's reports since `since`, oldest first; deleted ones count as well. */
export async function reportTimes(
  db: Kysely<Schema>,
  memberId: number,
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select('created_at')
    .where('reporter_id', '=', memberId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at: at }) => at)
}

/**
 * Serializes the reports of one member: the second of two simultaneous calls sees the first.
 * Returns false when the member is no longer active.
 */
export async function lockReporter(db: Kysely<Schema>, memberId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', memberId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertReport = (
  db: Kysely<Schema>,
  row: Insertable<ReportTable>,
): Promise<ReportRow> => insertSealed(db, 'reports', row)

/** Locks one report: what is read here stays true until the transaction ends. */
export const lockReport = (db: Kysely<Schema>, id: number): Promise<ReportRow | undefined> =>
  db
    .updateTable('reports')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Changes a report that is not deleted; returns undefined when there is none. */
export const changeReport = (
  db: Kysely<Schema>,
  id: number,
  change: Partial<Omit<ReportRow, 'id'>>,
): Promise<ReportRow | undefined> =>
  db
    .updateTable('reports')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The report that a member sent under this key, also a deleted one. */
export const findSent = (
  db: Kysely<Schema>,
  memberId: number,
  key: string,
): Promise<ReportRow | undefined> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('reporter_id', '=', memberId)
    .where('client_key', '=', key)
    .executeTakeFirst()

/** Grows with each write to reports and their evidence, on any server of this database. */
export async function countReportWrites(db: Kysely<Schema>): Promise<number> {
  return Number(
    (await db.selectFrom('report_writes').select('count').executeTakeFirstOrThrow()).count,
  )
}

/** Reports that wait to be published. */
export const countHeld = (db: Kysely<Schema>): Promise<number> =>
  countOf(db.selectFrom('reports').where('reports.deleted_at', 'is', null).where(waits))
