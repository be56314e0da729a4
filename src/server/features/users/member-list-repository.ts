import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { MemberSort } from '#shared/contract/users.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import { escapeLike, type EngineRules } from '../../database/engine.ts'
import type { Schema } from '../../database/schema.ts'
import { findByNumbers, type MemberRow } from './member-repository.ts'
import { tribeKey } from './new-member.ts'

export interface MemberFilters {
  readonly q?: string | undefined
  readonly tribe?: string | undefined
  readonly role?: RoleId | undefined
  readonly country?: string | undefined
  readonly nationality?: string | undefined
  readonly status?: MemberStatus | undefined
}

const WORDS_MAX = 6

/** Words of a search, as the search column spells them; `WLD_10004217` looks for the number. */
export const searchWords = (q: string): string[] =>
  foldForSearch(q)
    .split(/\s+/)
    .map((word) => word.replace(/^(wld|req)_?(?=\d)/, ''))
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)

type Filtered = SelectQueryBuilder<Schema, 'members', object>

export function filterMembers(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): Filtered {
  let query: Filtered = db.selectFrom('members')
  const { q, tribe, role, country, nationality, status } = filters
  if (tribe !== undefined)
    query = query.where(
      sql<SqlBool>`members.tribe_key like ${`${escapeLike(tribeKey(tribe))}%`} escape '\\'`,
    )
  if (role !== undefined) query = query.where('members.role', '=', role)
  if (country !== undefined) query = query.where('members.current_country', '=', country)
  if (status !== undefined) query = query.where('members.status', '=', status)
  if (nationality !== undefined)
    query = query.where('members.id', 'in', (eb) =>
      eb.selectFrom('member_nationalities').select('member_id').where('country', '=', nationality),
    )
  for (const word of searchWords(q ?? '')) query = query.where(rules.searchMatches('members', word))
  return query
}

export function orderMembers(query: Filtered, sort: MemberSort): Filtered {
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
 * index, and not read one by one (measured at 100,000 members: tests/bench/members.ts).
 */
export async function readMembers(db: Kysely<Schema>, query: Filtered): Promise<MemberRow[]> {
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
    query = query.where((eb) =>
      eb.or([
        eb('members.created_at', '<', last.created_at),
        eb.and([eb('members.created_at', '=', last.created_at), eb('members.id', '<', last.id)]),
      ]),
    )
  return query
    .orderBy('members.created_at', 'desc')
    .orderBy('members.id', 'desc')
    .limit(max)
    .selectAll('members')
    .execute()
}

export const countMembers = async (
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): Promise<number> => {
  const { n } = await filterMembers(db, rules, filters)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

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

export const countActiveAdministrators = async (db: Kysely<Schema>): Promise<number> => {
  const { n } = await db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'ROLE_ADMIN')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * Serializes changes of administrators, so that two simultaneous ones cannot remove the last two.
 */
export const lockAdministrators = (db: Kysely<Schema>) =>
  sql`update audit_head set seq = seq where id = 1`.execute(db)
