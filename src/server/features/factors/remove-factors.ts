import type { Transaction } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { deleteFactorsOf, deleteRecoveryCodes } from '../../records/factors/factor-repository.ts'
import { lockMember } from '../../records/members/member-repository.ts'
import { endSessionsOf } from '../../records/sessions/end-sessions.ts'

/**
 * Removes every factor and recovery code of a member who lost them, ends the sessions of the account and tells the
 * person by mail. Who may ask for it is decided by the caller. The next sign-in of staff enrols a new factor.
 * Returns how many factors there were.
 */
export async function removeFactors(
  deps: Pick<Deps, 'secrets' | 'clock' | 'outboxSignal'>,
  transaction: Transaction<Schema>,
  memberId: number,
): Promise<number> {
  const at = isoNow(deps.clock)
  // An enrolment that is under way comes before or after this, never in between.
  const member = await lockMember(transaction, memberId)
  if (member === undefined) return 0
  const removed = await deleteFactorsOf(transaction, memberId)
  await deleteRecoveryCodes(transaction, memberId)
  await endSessionsOf(transaction, memberId, { at, reason: 'factors-removed' })
  await mailMember(deps, transaction, member, 'factors-removed', { at })
  return removed
}
