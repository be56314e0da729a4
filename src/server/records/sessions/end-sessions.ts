import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import { lockEnroller, revokeDevicesOf } from '../devices/device-repository.ts'
import { endSessionsOfMember } from './session-repository.ts'

/**
 * Ends every live session of a member, but the one to keep where there is one, and the devices at the door that the
 * member enrolled: an attacker who took the account over may have enrolled one. Returns how many sessions ended.
 */
export async function endSessionsOf(
  db: Kysely<Schema>,
  memberId: number,
  end: { readonly at: string; readonly reason: string; readonly keep?: string },
): Promise<number> {
  const ended = await endSessionsOfMember(db, memberId, end)
  await lockEnroller(db, memberId) // waits for an enrolment that is under way
  await revokeDevicesOf(db, memberId, end.at)
  return ended
}
