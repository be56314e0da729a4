import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { countRegistered, type EventRow } from './event-repository.ts'

/**
 * Gives free places to waiting members, in the order of the queue. The same rule serves a
 * registration (joins the queue), a cancellation (leaves it) and a change of the capacity. The
 * event must be locked (`lockEvent`).
 * @returns the members who got a place
 */
export async function fillPlaces(
  db: Transaction<Schema>,
  { id, capacity }: Pick<EventRow, 'id' | 'capacity'>,
): Promise<readonly number[]> {
  const taken = (await countRegistered(db, [id])).get(id) ?? 0
  const free = capacity === null ? undefined : capacity - taken
  if (free !== undefined && free <= 0) return []
  const moved = await db
    .updateTable('event_registrations')
    .set({ state: 'registered' })
    .where('id', 'in', (eb) => {
      const waiting = eb
        .selectFrom('event_registrations')
        .select('id')
        .where('event_id', '=', id)
        .where('state', '=', 'waiting')
        .orderBy('id')
      return free === undefined ? waiting : waiting.limit(free)
    })
    .returning('member_id')
    .execute()
  return moved.map(({ member_id: memberId }) => memberId)
}
