import { sql, type Kysely } from 'kysely'
import type { MemberSort } from '#shared/contract/users.ts'
import { saidNumber } from '#shared/domain/people/likeness.ts'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import { apart, foldForSearch } from '#shared/domain/text/search-text.ts'
import type { EngineRules, MemberQuery } from '../../parts/database/engine.ts'
import { countOf } from '../../parts/database/engine.ts'
import { matchesWord } from '../../parts/database/holds-word.ts'
import type { MemberTable, Schema } from '../../parts/database/schema.ts'
import { findByNumbers, type MemberRow } from './member-repository.ts'

export interface MemberFilters {
  readonly q?: string | undefined
  readonly tribe?: string | undefined
  readonly role?: RoleId | undefined
  readonly country?: string | undefined
  readonly nationality?: string | undefined
  readonly status?: MemberStatus | undefined
}

const WORDS_MAX = 6

/** Words of a search, as the search column spells them; a number is one word, however it is said. */
export const searchWords = (q: string): string[] => {
  const number = saidNumber(q)
  if (number !== undefined) return [number]
  return foldForSearch(q)
    .split(/\s+/)
    .map((word) => word.replace(/^(wld|req)_?(?=\d)/, ''))
    .filter((word) => word !== '')
    .flatMap(apart)
    .slice(0, WORDS_MAX)
}

export interface Condition {
  readonly by: keyof MemberFilters
  /** The members that fulfil it, read from its own index. */
  readonly pick: () => MemberQuery
  /** As many rows as `pick` has, for counting. */
  readonly tally: () => MemberQuery
  /** Adds it to a query that reads another index. */
  readonly add: (query: MemberQuery) => MemberQuery
}

/** The conditions of a list, the search first, then the column with the most values. */
export function conditionsOf(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): Condition[] {
  const { q, tribe, role, country, nationality, status } = filters
  const members = db.selectFrom('members')
  const untouched = rules.untouched ?? ((column: string) => sql.ref<string>(column))
  const conditions: Condition[] = []
  const words = searchWords(q ?? '')
  if (words.length > 0)
    conditions.push({
      by: 'q',
      pick: () => rules.findMembers(db, words).found,
      tally: () => rules.findMembers(db, words).tally,
      add: (query) =>
        words.reduce((found, word) => found.where(matchesWord('members.search_text', word)), query),
    })
  const equals = (by: Condition['by'], column: keyof MemberTable, values: readonly string[]) => {
    const name = `members.${column}`
    const pick = () => members.where(sql.ref(name), 'in', values)
    conditions.push({
      by,
      pick,
      tally: pick,
      add: (query) => query.where(untouched(name), 'in', values),
    })
  }
  if (tribe !== undefined) equals('tribe', 'tribe_key', rules.sealedIndex.tribeKeys(tribe))
  if (country !== undefined) equals('country', 'current_country', [country])
  if (status !== undefined) equals('status', 'status', [status])
  if (role !== undefined) equals('role', 'role', [role])
  if (nationality !== undefined) {
    const held = db.selectFrom('member_nationalities').where('country', '=', nationality)
    conditions.push({
      by: 'nationality',
      // A join and not `in`, which reads all of them where some are counted.
      pick: () =>
        db
          .selectFrom('member_nationalities')
          .innerJoin('members', 'members.id', 'member_nationalities.member_id')
          .where('member_nationalities.country', '=', nationality) as unknown as MemberQuery, // callers see the members alone
      tally: () => held as unknown as MemberQuery, // it is counted
      add: (query) =>
        query.where((eb) =>
          eb.exists(
            held.select('member_id').where('member_id', '=', sql.ref<number>('members.id')),
          ),
        ),
    })
  }
  return conditions
}

export function filterMembers(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): MemberQuery {
  const [first, ...rest] = conditionsOf(db, rules, filters)
  return rest.reduce((query, { add }) => add(query), first?.pick() ?? db.selectFrom('members'))
}

export function orderMembers(query: MemberQuery, sort: MemberSort): MemberQuery {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  // The second column has the direction of the first, so that one index serves both directions.
  const newest = direction === 'asc' ? 'desc' : 'asc'
  switch (sort) {
    case '-createdAt':
    case 'createdAt':
      return query.orderBy('members.created_at', direction).orderBy('members.id', direction)
    case 'name':
    case '-name':
      return query
        .orderBy('members.last_name', direction)
        .orderBy('members.first_name', direction)
        .orderBy('members.id', direction)
    case 'status':
    case '-status':
      return query
        .orderBy('members.status', direction)
        .orderBy('members.created_at', newest)
        .orderBy('members.id', newest)
    case 'role':
    case '-role':
      return query
        .orderBy('members.role', direction)
        .orderBy('members.created_at', newest)
        .orderBy('members.id', newest)
    case 'country':
    case '-country':
      return query
        .orderBy('members.current_country', direction)
        .orderBy('members.created_at', newest)
        .orderBy('members.id', newest)
  }
}

/**
 * Numbers first, then the rows of these numbers: the rows before a far page are then skipped in the
 * index, and not read one by one (measured at 100,000 members).
 */
export async function readMembers(db: Kysely<Schema>, query: MemberQuery): Promise<MemberRow[]> {
  const ids = (await query.select('members.id').execute()).map(({ id }) => id)
  return findByNumbers(db, ids)
}

/**
 * The next rows after the last one that was sent: an offset would read all rows before it again.
 */
export function readMembersAfter(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
  last: MemberRow | undefined,
  max: number,
): Promise<MemberRow[]> {
  let query = filterMembers(db, rules, filters)
  if (last !== undefined)
    // Compared as one, which begins in the index where the last part ended; `or` reads it from its start.
    query = query.where(
      sql<boolean>`(members.created_at, members.id) < (${last.created_at}, ${last.id})`,
    )
  return query
    .orderBy('members.created_at', 'desc')
    .orderBy('members.id', 'desc')
    .limit(max)
    .selectAll('members')
    .execute()
}

export const countMembers = (
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): Promise<number> => countOf(filterMembers(db, rules, filters))

/** Nationalities of many members in one query. */
export async function nationalitiesOfAll(
  db: Kysely<Schema>,
  members: readonly Pick<MemberRow, 'id'>[],
): Promise<ReadonlyMap<number, string[]>> {
  const byMember = new Map<number, string[]>(members.map(({ id }) => [id, []]))
  if (members.length === 0) return byMember
  const rows = await db
    .selectFrom('member_nationalities')
    .selectAll()
    .where('member_id', 'in', [...byMember.keys()])
    .orderBy('country')
    .execute()
  for (const { member_id: id, country } of rows) byMember.get(id)?.push(country)
  return byMember
}

export const countActiveAdministrators = (db: Kysely<Schema>): Promise<number> =>
  countOf(db.selectFrom('members').where('role', '=', 'ROLE_ADMIN').where('status', '=', 'active'))

/**
 * Serializes changes of administrators, so that two simultaneous ones cannot remove the last two.
 */
export const lockAdministrators = (db: Kysely<Schema>) =>
  sql`update audit_head set seq = seq where id = 1`.execute(db)
