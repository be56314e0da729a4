import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { freeFor } from '../review-locks/lock-repository.ts'

export type RequestSort = 'createdAt' | '-createdAt'

type Filtered = SelectQueryBuilder<Schema, 'registration_requests', object>

/** Ids first, then the requests with their people: those before a far page are skipped in the index. */
export async function readRequests(
  db: Kysely<Schema>,
  query: Filtered,
  sort: RequestSort = '-createdAt',
) {
  const direction = sort === 'createdAt' ? 'asc' : 'desc'
  const ids = (
    await query
      .select('registration_requests.id')
      .orderBy('registration_requests.created_at', direction)
      .orderBy('registration_requests.id', direction)
      .execute()
  ).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await withPeople(db, ids)
  const byId = new Map(rows.map((row) => [row.request_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const withPeople = (db: Kysely<Schema>, ids: readonly string[]) =>
  db
    .selectFrom('registration_requests')
    .innerJoin('members', 'members.id', 'registration_requests.member_id')
    .selectAll('members')
    .select([
      'registration_requests.id as request_id',
      'registration_requests.status as request_status',
      'registration_requests.comment as request_comment',
      'registration_requests.checks as request_checks',
      'registration_requests.decided_by',
      'registration_requests.decided_at',
      'registration_requests.claimed_by',
      'registration_requests.claim_expires_at',
      'registration_requests.created_at as requested_at',
    ])
    .where('registration_requests.id', 'in', ids)
    .execute()

export type RequestWithPerson = Awaited<ReturnType<typeof withPeople>>[number]

export const findRequest = async (
  db: Kysely<Schema>,
  id: string,
): Promise<RequestWithPerson | undefined> => (await withPeople(db, [id]))[0]

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
  /** Codes of what was checked, with blanks between. */
  readonly checks: string
  /** When the copies of the identity documents go; null: with their period. */
  readonly documentsEndAt: string | null
  readonly by: number
  readonly at: string
}

/** Returns false when the request is not pending any more, or locked by another reviewer. */
export async function updateDecision(
  db: Transaction<Schema>,
  id: string,
  { approves, comment, checks, documentsEndAt, by, at }: NewDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_requests')
    .set({
      status: approves ? 'approved' : 'rejected',
      comment,
      checks,
      documents_end_at: documentsEndAt,
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

/** Whether the person signed in, or got a card, since the decision opened the account. */
export async function isPersonUsed(
  db: Transaction<Schema>,
  memberId: number,
  since: string,
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  const card = await db
    .selectFrom('cards')
    .select('status_index')
    .where('member_id', '=', memberId)
    .where('issued_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined || card !== undefined
}

interface Reopening {
  readonly callerId: number
  readonly until: string
  readonly comment: string
}

/** Pending again and locked by the caller; false when it is not the decision of that instant. */
export async function reopenRequest(
  db: Transaction<Schema>,
  { id, decidedAt }: { readonly id: string; readonly decidedAt: string },
  { callerId, until, comment }: Reopening,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_requests')
    .set({
      status: 'pending',
      comment,
      checks: '',
      documents_end_at: null,
      decided_by: null,
      decided_at: null,
      claimed_by: callerId,
      claim_expires_at: until,
    })
    .where('id', '=', id)
    .where('decided_by', '=', callerId)
    .where('decided_at', '=', decidedAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const restoreApplicant = (
  db: Transaction<Schema>,
  memberId: number,
  columns: Pick<
    MemberRow,
    'status' | 'validated' | 'phone_confirmed' | 'approver_comment' | 'updated_at'
  >,
) => db.updateTable('members').set(columns).where('id', '=', memberId).execute()
