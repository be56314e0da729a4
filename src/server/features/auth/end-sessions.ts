import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { lockEnroller, revokeDevicesOf } from '../kiosk/device-repository.ts'

/**
 * Ends every live session of a member, but the one to keep where there is one, and the devices at the door that the
 * member enrolled: an attacker who took the account over may have enrolled one. Returns how many sessions ended.
 */
export async function endSessionsOf(
  db: Kysely<Schema>,
  memberId: number,
  end: { readonly at: string; readonly reason: string; readonly keep?: string },
): Promise<number> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: end.at, end_reason: end.reason })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
  if (end.keep !== undefined) query = query.where('id', '!=', end.keep)
  const { numUpdatedRows } = await query.executeTakeFirst()
  await lockEnroller(db, memberId) // waits for an enrolment that is under way
  await revokeDevicesOf(db, memberId, end.at)
  return Number(numUpdatedRows)
}
