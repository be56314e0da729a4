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
import type { MemberRow } from '../users/member-repository.ts'
import { freeFor } from './review-lock-repository.ts'

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

interface NewDecision {
  readonly approves: boolean
  readonly comment: string
  readonly by: number
  readonly at: string
}

/** Returns false when the request is not pending any more, or locked by another reviewer. */
export async function updateDecision(
  db: Transaction<Schema>,
  id: string,
  { approves, comment, by, at }: NewDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_requests')
    .set({
      status: approves ? 'approved' : 'rejected',
      comment,
      decided_by: by,
      decided_at: at,
      claimed_by: null,
      claim_expires_at: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(freeFor(by, at))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Opens the account of an applicant, or leaves it inactive. Returns false when the person has
 * another role, or a status that is not one of `from`.
 */
export async function updateApplicant(
  db: Transaction<Schema>,
  memberId: number,
  { approves, comment, at }: NewDecision,
  from: readonly MemberRow['status'][],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({
      approver_comment: comment,
      updated_at: at,
      ...(approves
        ? { status: 'active' as const, validated: 1 as const }
        : { status: 'inactive' as const }),
    })
    .where('id', '=', memberId)
    .where('role', '=', 'ROLE_USER')
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Reviewers saw the number and its other holders. A number that already signs in to another account
 * keeps doing so: an applicant with another member's number neither gets that member's codes nor
 * locks them out.
 */
export const confirmPhone = (db: Transaction<Schema>, memberId: number) =>
  db
    .updateTable('members')
    .set({ phone_confirmed: 1 })
    .where('id', '=', memberId)
    .where('phone', '!=', '')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members as other')
            .select('other.id')
            .whereRef('other.phone', '=', 'members.phone')
            .where('other.phone_confirmed', '=', 1),
        ),
      ),
    )
    .execute()

/**
 * Deletes a request that no other reviewer has locked and returns it; undefined when there is none.
 */
export const removeRequest = (
  db: Transaction<Schema>,
  id: string,
  { callerId, at }: { readonly callerId: number; readonly at: string },
) =>
  db
    .deleteFrom('registration_requests')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('status', '!=', 'pending'), freeFor(callerId, at)(eb)]))
    .returningAll()
    .executeTakeFirst()

/** The newest rows of the audit log about a person, of these actions. */
export const listReviews = (
  db: Kysely<Schema>,
  target: string,
  { actions, max }: { readonly actions: readonly string[]; readonly max: number },
) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('target', '=', target)
    .where('action', 'in', [...actions])
    .orderBy('seq', 'desc')
    .limit(max)
    .execute()

/** Names and roles of these members, in no order. */
export const listColleagues = (db: Kysely<Schema>, ids: readonly number[]) =>
  db
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name', 'role'])
    .where('id', 'in', ids)
    .execute()
