import type { Insertable, Kysely, Transaction } from 'kysely'
import type { CheckInTable, Schema } from '../../database/schema.ts'

/** Queries of check-ins; rules live in `decide-check-ins.ts`. */

/** The check-ins with these ids, of any event. */
export const findCheckIns = (db: Kysely<Schema>, ids: readonly string[]) =>
  db
    .selectFrom('check_ins')
    .select(['id', 'event_id', 'member_id'])
    .where('id', 'in', ids)
    .execute()

/** The active ones of these members. */
export async function findActiveMembers(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Check-ins of these members at this event, in no order. */
export const listCheckInsOfMembers = (
  db: Kysely<Schema>,
  eventId: string,
  memberIds: readonly number[],
) =>
  db
    .selectFrom('check_ins')
    .select(['id', 'member_id', 'gate', 'at'])
    .where('event_id', '=', eventId)
    .where('member_id', 'in', memberIds)
    .execute()

/** Check-ins with an id that is already recorded are left out. */
export const insertCheckIns = (
  db: Transaction<Schema>,
  rows: readonly Insertable<CheckInTable>[],
) =>
  db
    .insertInto('check_ins')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing()) // the same id at another event, which the lock of the event does not hold
    .execute()

/** Removes a check-in and returns it; undefined when this event has none with the id. */
export async function deleteCheckIn(db: Transaction<Schema>, eventId: string, id: string) {
  const [deleted] = await db
    .deleteFrom('check_ins')
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .returning(['member_id', 'gate', 'at'])
    .execute()
  return deleted
}
