import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from 'kysely'
import type {
  DeletedRequestTable,
  RegistrationRequestTable,
  Schema,
} from '../../parts/database/schema.ts'
import { isNotHeld } from '../holds/hold-repository.ts'

/** Queries of the bin of requests; rules live in `bin.ts`. */

export type DeletedRequestRow = Selectable<DeletedRequestTable>

export const insertDeletedRequest = (db: Transaction<Schema>, row: DeletedRequestRow) =>
  db.insertInto('deleted_requests').values(row).execute()

/** Removes the row of a person; the number is kept from other members. */
export async function removePerson(
  db: Transaction<Schema>,
  memberId: number,
  at: string,
): Promise<void> {
  await db.insertInto('retired_numbers').values({ id: memberId, retired_at: at }).execute()
  await db.deleteFrom('members').where('id', '=', memberId).execute()
}

/** The number belongs to a member again. */
export const freeNumber = (db: Transaction<Schema>, memberId: number) =>
  db.deleteFrom('retired_numbers').where('id', '=', memberId).execute()

type Restorable = SelectQueryBuilder<Schema, 'deleted_requests', object>

/** Requests that were deleted after `since`. */
export const restorableRequests = (db: Kysely<Schema>, since: string): Restorable =>
  db.selectFrom('deleted_requests').where('deleted_at', '>', since)

/** Latest deletion first. */
export const readDeletedRequests = (query: Restorable): Promise<DeletedRequestRow[]> =>
  query.selectAll().orderBy('deleted_at', 'desc').orderBy('id', 'desc').execute()

/**
 * Removes a request that was deleted after `since` from the bin and returns it; undefined when
 * there is none, or another call was first.
 */
export const takeRestorable = (
  db: Transaction<Schema>,
  id: string,
  since: string,
): Promise<DeletedRequestRow | undefined> =>
  db
    .deleteFrom('deleted_requests')
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returningAll()
    .executeTakeFirst()

/** Puts a request back into its table, locked by no reviewer. */
export const insertUnlocked = (
  db: Transaction<Schema>,
  request: Selectable<RegistrationRequestTable>,
) =>
  db
    .insertInto('registration_requests')
    .values({ ...request, claimed_by: null, claim_expires_at: null })
    .execute()

const NOT_HELD = isNotHeld(
  ['request:', 'deleted_requests.id'],
  ['member:', 'deleted_requests.member_id'],
)

/** Requests that were deleted at `until` or earlier, and that no legal hold names. */
export const listDueRequests = (db: Kysely<Schema>, until: string, max: number) =>
  db
    .selectFrom('deleted_requests')
    .select('id')
    .where('deleted_at', '<=', until)
    .where(NOT_HELD)
    .orderBy('id')
    .limit(max)
    .execute()

/**
 * Removes a request that was deleted at `until` or earlier and returns it; undefined when there is
 * none, or another call was first.
 */
export const takeDue = (
  db: Transaction<Schema>,
  id: string,
  until: string,
): Promise<DeletedRequestRow | undefined> =>
  db
    .deleteFrom('deleted_requests')
    .where('id', '=', id)
    .where('deleted_at', '<=', until)
    .where(NOT_HELD)
    .returningAll()
    .executeTakeFirst()
