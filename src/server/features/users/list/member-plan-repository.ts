/**
 * How a member list is read. SQLite knows how many values a column has, but not how frequent each
 * one is, so the plan is made here; PostgreSQL makes its own.
 */
import type { Kysely } from 'kysely'
import type { MemberSort } from '#shared/contract/users.ts'
import type { EngineRules, MemberQuery } from '../../../database/engine.ts'
import type { Schema } from '../../../database/schema.ts'
import { countCapped, countUpTo, type Counted } from '../../../http/paging.ts'
import {
  conditionsOf,
  filterMembers,
  orderMembers,
  searchWords,
  type Condition,
  type MemberFilters,
} from '../member-list-repository.ts'

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

/** The first rows of a query in place of the table. */
const firstOf = (db: Kysely<Schema>, query: MemberQuery, rows: number): MemberQuery =>
  db.selectFrom(
    query
      .select([
        'members.id',
        'members.search_text',
        'members.tribe_key',
        'members.current_country',
        'members.status',
        'members.role',
      ])
      .limit(rows)
      .as('members'),
  ) as unknown as MemberQuery // it has the name of the table, and the columns of all conditions

/**
 * Counts the members that fulfil all conditions, none of which is rare. Where the first has more
 * than `among`, only so many are looked at.
 */
async function countAmong(
  db: Kysely<Schema>,
  [first, ...rest]: readonly [Condition, ...Condition[]],
  { max, among }: { readonly max: number; readonly among: number },
): Promise<Counted> {
  if ((await countUpTo(db, first.pick(), among + 1)) <= among)
    return countCapped(db, withAll(first.pick(), rest), max)
  const counted = await countCapped(db, withAll(firstOf(db, first.pick(), among), rest), max)
  return { ...counted, isMore: true }
}

/** Tests let lists be long that have few rows. */
export interface PlanLimits {
  readonly rareMax: number
  readonly walkedMax: number
  readonly countedMax: number
}
const LIMITS: PlanLimits = {
  // A condition with so few members is read whole: sorting them costs less than walking a list for them.
  rareMax: 2_000,
  // So many rows are tested in the order of the list before the matches are sorted instead.
  walkedMax: 2_000,
  // So many members of one condition are tested for the others in a count.
  countedMax: 5_000,
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
  { rareMax, walkedMax, countedMax } = LIMITS,
): Promise<MemberPlan> {
  const order = (query: MemberQuery): MemberQuery => orderMembers(query, sort)
  const plan = (filtered: MemberQuery, more: Partial<MemberPlan> = {}): MemberPlan => ({
    filtered,
    order,
    count: (max) => countCapped(db, filtered, max),
    ...more,
  })
  const [only, ...others] = conditionsOf(db, rules, filters)
  if (rules.untouched === undefined || only === undefined)
    return plan(filterMembers(db, rules, filters))
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
  if (others.length === 0 && byAge && only.by !== 'nationality') return plan(only.pick(), age)
  for (const rare of conditions)
    if ((await countUpTo(db, rare.pick(), rareMax + 1)) <= rareMax)
      return plan(
        withAll(
          db.selectFrom('members').where('members.id', 'in', rare.pick().select('members.id')),
          conditions.filter((one) => one !== rare),
        ),
      )
  const count = (max: number): Promise<Counted> =>
    others.length === 0
      ? countCapped(db, only.pick(), max)
      : countAmong(db, conditions, { max, among: countedMax })
  const filtered = walk(db, conditions, sort)
  if (byAge || only.by !== 'q') return plan(filtered, { ...age, count })
  // The matches of a search have no other order than their age: sorting many takes long. Where the
  // list has enough of them at its beginning, they are found there.
  const near = withAll(firstOf(db, order(db.selectFrom('members')), walkedMax), conditions)
  return plan(
    (await countUpTo(db, near, rows)) >= rows
      ? withAll(db.selectFrom('members'), conditions)
      : filtered,
    { count },
  )
}
