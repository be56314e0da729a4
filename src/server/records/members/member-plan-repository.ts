/**
 * How a member list is read. SQLite knows how many values a column has, but not how frequent each
 * one is, so the plan is made here; PostgreSQL makes its own.
 */
import { sql, type Kysely } from 'kysely'
import { TOTAL_CAP } from '#shared/contract/base/paging.ts'
import type { MemberSort } from '#shared/contract/users.ts'
import { countCapped, counted, countUpTo, type Counted } from '../../http/paging.ts'
import type { EngineRules, MemberQuery } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  conditionsOf,
  filterMembers,
  orderMembers,
  searchWords,
  type Condition,
  type MemberFilters,
} from './member-list-repository.ts'

interface MemberPlan {
  readonly filtered: MemberQuery
  readonly order: (query: MemberQuery) => MemberQuery
  /** Members in the list, up to `max`. */
  readonly count: (max: number) => Promise<Counted>
}

const withAll = (query: MemberQuery, conditions: readonly Condition[]): MemberQuery =>
  conditions.reduce((found, { add }) => add(found), query)

/** Reads an index that has the order of the list, and tests the other conditions in its rows. */
function walk(db: Kysely<Schema>, conditions: readonly Condition[], sort: MemberSort): MemberQuery {
  const column = sort.replace('-', '')
  const led = conditions.find(({ by }) =>
    column === 'createdAt' ? by !== 'nationality' : by === column || by === 'q',
  )
  return withAll(
    led?.pick() ?? db.selectFrom('members'),
    conditions.filter((one) => one !== led),
  )
}

/** The column that a condition tests in a row. */
const TESTED = {
  q: 'members.search_text',
  tribe: 'members.tribe_key',
  country: 'members.current_country',
  status: 'members.status',
  role: 'members.role',
  nationality: 'members.id',
} as const satisfies Record<Condition['by'], string>

/**
 * The first rows of a query in place of the table. They have the columns that are tested and no
 * others, so that an index may have all of them.
 */
const firstOf = (
  db: Kysely<Schema>,
  query: MemberQuery,
  { rows, tested }: { readonly rows: number; readonly tested: readonly Condition[] },
): MemberQuery =>
  db.selectFrom(
    query
      .select([...new Set(['members.id' as const, ...tested.map(({ by }) => TESTED[by])])])
      .limit(rows)
      .as('members'),
  ) as unknown as MemberQuery // it has the name of the table, and the columns of these conditions

/**
 * Counts the members that fulfil all conditions, none of which is rare. Where the first has more
 * than `among`, only so many are looked at.
 */
async function countAmong(
  db: Kysely<Schema>,
  [first, ...rest]: readonly [Condition, ...Condition[]],
  { max, among }: { readonly max: number; readonly among: number },
): Promise<Counted> {
  if ((await countUpTo(db, first.tally(), among + 1)) <= among)
    return countCapped(db, withAll(first.pick(), rest), max)
  const some = firstOf(db, first.pick(), { rows: among, tested: rest })
  const { total } = await countCapped(db, withAll(some, rest), max)
  return { total, isMore: true }
}

/** Tests let lists be long that have few rows. */
interface PlanLimits {
  readonly readMax: number
  readonly rareMax: number
  readonly walkedMax: number
  readonly countedMax: number
  readonly sortedMax: number
  readonly namesMax: number
}
const LIMITS: PlanLimits = {
  // Matches of several words up to this are read once, for the count and for the page.
  readMax: TOTAL_CAP,
  // A condition with so few members is read whole: sorting them costs less than walking a list for them.
  rareMax: 2_000,
  // So many rows are tested in the order of the list before the matches are sorted instead.
  walkedMax: 2_000,
  // So many members of one condition are tested for the others in a count.
  countedMax: 5_000,
  // Sorting so many matches by name costs less than the longer walk among names.
  sortedMax: 8_000,
  namesMax: 50_000,
}

/** Rows up to the end of a page that are worth finding one by one. */
const NEAR_ROWS_MAX = 10_000

interface Near {
  /** A search first, of which more members than the rare ones are found. */
  readonly conditions: readonly [Condition, ...Condition[]]
  readonly order: (query: MemberQuery) => MemberQuery
  readonly byName: boolean
  readonly rows: number
}

/**
 * The matches of a search have no other order than their age, and sorting many takes long. Where
 * the list has enough of them at its beginning, they are found there.
 */
async function findNear(
  db: Kysely<Schema>,
  { conditions, order, byName, rows }: Near,
  { walkedMax, sortedMax, namesMax }: PlanLimits,
): Promise<MemberQuery | undefined> {
  if (rows > NEAR_ROWS_MAX) return undefined
  const among = async (most: number): Promise<MemberQuery | undefined> => {
    if (rows > most) return undefined
    const first = firstOf(db, order(db.selectFrom('members')), { rows: most, tested: conditions })
    // SQLite keeps the order of the inner query, so these are the first ones. The page sorts them.
    const found = await withAll(first, conditions).select('members.id').limit(rows).execute()
    if (found.length < rows) return undefined
    const ids = found.map(({ id }) => id)
    return db.selectFrom('members').where('members.id', 'in', ids)
  }
  const near = await among(walkedMax)
  // The index of names has the text that is searched, and nothing else that is tested.
  if (near !== undefined || !byName || conditions.length > 1) return near
  return (await countUpTo(db, conditions[0].tally(), sortedMax + 1)) > sortedMax
    ? among(namesMax)
    : undefined
}

/**
 * Where several words meet is found by walking through all matches of each, so it is walked once: its
 * numbers give the count and the page. PostgreSQL takes words for independent of each other, and
 * would walk the whole list for the page of two names that nobody has together.
 * @returns undefined for one word, beside other filters, and where the page needs more than `readMax`
 */
async function planWords(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
  { sort, rows }: { readonly sort: MemberSort; readonly rows: number },
  readMax: number,
): Promise<Pick<MemberPlan, 'filtered' | 'count'> | undefined> {
  const words = searchWords(filters.q ?? '')
  if (words.length < 2 || conditionsOf(db, rules, filters).length > 1) return undefined
  const { found, tally, newest } = rules.findMembers(db, words)
  const byAge = sort === 'createdAt' || sort === '-createdAt'
  const walked =
    newest === undefined
      ? orderMembers(found, byAge ? sort : '-createdAt')
      : tally.orderBy(newest, sort === 'createdAt' ? 'asc' : 'desc')
  const number = newest ?? sql.ref('members.id')
  // One text of all numbers: a thousand rows of one number cost as much as finding them.
  const read = await db
    .selectFrom(
      walked
        .select(sql<number>`${number}`.as('number'))
        .limit(readMax + 1)
        .as('walked') as never, // a derived table; Kysely cannot type it
    )
    .select(sql<string | null>`string_agg(cast(number as text), ',')`.as('numbers'))
    .executeTakeFirstOrThrow()
  const numbers = read.numbers?.split(',').map(Number) ?? []
  if (numbers.length > readMax && !(byAge && rows <= readMax)) return undefined
  const wanted = byAge ? numbers.slice(0, rows) : numbers
  const column = sql.ref(newest === undefined ? 'members.id' : 'members.search_row')
  return {
    filtered: db
      .selectFrom('members')
      .where(
        wanted.length === 0
          ? sql<boolean>`1 = 0`
          : sql<boolean>`${column} in (${sql.join(wanted)})`,
      ),
    count: async (max) =>
      Math.min(max, numbers.length) <= readMax
        ? counted(numbers.length, max)
        : countCapped(db, tally, max),
  }
}

/**
 * A rare condition is read whole. Without one, matches are everywhere in the list: its order is
 * walked until the page is full.
 * @param rows the number of the last row that is wanted, from 1
 */
export async function planMembers(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
  { sort, rows }: { readonly sort: MemberSort; readonly rows: number },
  limits = LIMITS,
): Promise<MemberPlan> {
  const { readMax, rareMax, countedMax } = limits
  const order = (query: MemberQuery): MemberQuery => orderMembers(query, sort)
  const plan = (filtered: MemberQuery, more: Partial<MemberPlan> = {}): MemberPlan => ({
    filtered,
    order,
    count: (max) => countCapped(db, filtered, max),
    ...more,
  })
  const [only, ...others] = conditionsOf(db, rules, filters)
  if (only === undefined) return plan(filterMembers(db, rules, filters))
  const countOnly = (max: number): Promise<Counted> => countCapped(db, only.tally(), max)
  const once = await planWords(db, rules, filters, { sort, rows }, readMax)
  if (once !== undefined) return plan(once.filtered, once)
  if (rules.untouched === undefined)
    return plan(filterMembers(db, rules, filters), others.length === 0 ? { count: countOnly } : {})
  const conditions = [only, ...others] as const
  const byAge = sort.endsWith('createdAt')
  const { newest } = rules.findMembers(db, searchWords(filters.q ?? ''))
  const age =
    byAge && only.by === 'q' && newest !== undefined
      ? {
          order: (query: MemberQuery) =>
            query.orderBy(newest, sort === 'createdAt' ? 'asc' : 'desc'),
        }
      : {}
  if (others.length === 0 && byAge && only.by !== 'nationality')
    return plan(only.pick(), { ...age, count: countOnly })
  for (const rare of conditions)
    if ((await countUpTo(db, rare.tally(), rareMax + 1)) <= rareMax) {
      if (conditions.length === 1 && rare.by === 'q') return plan(rare.pick())
      return plan(
        withAll(
          db.selectFrom('members').where('members.id', 'in', rare.pick().select('members.id')),
          conditions.filter((one) => one !== rare),
        ),
      )
    }
  const count = async (max: number): Promise<Counted> => {
    if (others.length > 0) return countAmong(db, conditions, { max, among: countedMax })
    return max <= rareMax ? { total: max, isMore: true } : countOnly(max) // it is not rare
  }
  const filtered = walk(db, conditions, sort)
  if (byAge || only.by !== 'q') return plan(filtered, { ...age, count })
  const near = await findNear(
    db,
    { conditions, order, rows, byName: sort.endsWith('name') },
    limits,
  )
  return plan(near ?? filtered, { count })
}
