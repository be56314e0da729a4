import {
  sql,
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  type Transaction,
} from 'kysely'
import { escapeLike, type EngineRules } from '../../database/engine.ts'
import type { RegistrationRequestTable, Schema } from '../../database/schema.ts'
import { searchWords } from '../users/member-list-repository.ts'

export interface RequestFilters {
  readonly q?: string | undefined
  readonly status?: RegistrationRequestTable['status'] | undefined
  readonly tribe?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export type RequestSort = 'createdAt' | '-createdAt'

type Joined = SelectQueryBuilder<Schema, 'registration_requests' | 'members', object>

/** A day in `to` means the end of the day; an instant is used as it is. */
export const upperBound = (to: string): string => (to.length === 10 ? `${to}T23:59:59.999Z` : to)

/**
 * As `searchMatches`, in name and number alone: a search must not reveal fields that the caller
 * does not see.
 */
function matchesName(word: string): Expression<SqlBool> {
  const text = sql`replace(replace(members.search_text, lower(members.email), ' '), members.phone, ' ')`
  return sql`${text} like ${`${Array.from(word).length >= 3 ? '%' : '% '}${escapeLike(word)}%`} escape '\\'`
}

/**
 * @param found `pending-whole`: decided requests are found by name and number only, never by tribe
 * or contact
 */
export function filterRequests(
  db: Kysely<Schema>,
  rules: EngineRules,
  { q, status, tribe, from, to }: RequestFilters,
  found: 'whole' | 'pending-whole' = 'whole',
): Joined {
  let query: Joined = db
    .selectFrom('registration_requests')
    .innerJoin('members', 'members.id', 'registration_requests.member_id')
  if (status !== undefined) query = query.where('registration_requests.status', '=', status)
  if (tribe !== undefined) query = query.where('members.tribe', '=', tribe)
  if (from !== undefined) query = query.where('registration_requests.created_at', '>=', from)
  if (to !== undefined)
    query = query.where('registration_requests.created_at', '<=', upperBound(to))
  const words = searchWords(q ?? '')
  for (const word of words) query = query.where(rules.searchMatches('members', word))
  if (found === 'whole') return query
  if (tribe !== undefined) return query.where('registration_requests.status', '=', 'pending')
  for (const word of words)
    query = query.where((eb) =>
      eb.or([eb('registration_requests.status', '=', 'pending'), matchesName(word)]),
    )
  return query
}

export const readRequests = (query: Joined, sort: RequestSort = '-createdAt') => {
  const direction = sort === 'createdAt' ? 'asc' : 'desc'
  return query
    .selectAll('members')
    .select([
      'registration_requests.id as request_id',
      'registration_requests.status as request_status',
      'registration_requests.comment as request_comment',
      'registration_requests.decided_by',
      'registration_requests.decided_at',
      'registration_requests.claimed_by',
      'registration_requests.claim_expires_at',
      'registration_requests.created_at as requested_at',
    ])
    .orderBy('registration_requests.created_at', direction)
    .orderBy('registration_requests.id', direction)
    .execute()
}

export type RequestWithPerson = Awaited<ReturnType<typeof readRequests>>[number]

export const findRequest = async (
  db: Kysely<Schema>,
  rules: EngineRules,
  id: string,
): Promise<RequestWithPerson | undefined> =>
  (await readRequests(filterRequests(db, rules, {}).where('registration_requests.id', '=', id)))[0]

/** Locks one person: what is read here stays true until the transaction ends. */
export const lockPerson = (db: Transaction<Schema>, memberId: number) =>
  db
    .updateTable('members')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', memberId)
    .returningAll()
    .executeTakeFirst()
