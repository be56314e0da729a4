import { isoNow } from '../../base/clock.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { nationalitiesOf } from '../../records/members/member-repository.ts'
import { presentListedRequest } from '../../records/requests/present.ts'
import { findRequest } from '../../records/requests/request-repository.ts'
import { staffPeople } from '../../records/review-locks/staff-people.ts'

/**
 * The refusal for a request that is decided, or locked by another reviewer. The reply has the
 * present state, so that the page can show it. @param known the cause, where it is neither
 */
export async function refusedState(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  id: string,
  known?: 'conflict',
): Promise<Refusal> {
  const row = await findRequest(db, id)
  if (row === undefined) return refuse('not-found')
  const onlooker = {
    callerId: caller.memberId,
    role: caller.role,
    at: isoNow(clock),
    colleagues: await staffPeople(db, [row.claimed_by]),
  }
  const current = presentListedRequest(row, await nationalitiesOf(db, row.id), onlooker)
  return refuse(
    known ?? (row.request_status === 'pending' ? 'request-claimed' : 'already-decided'),
    { extra: { current, claim: current.claim } },
  )
}
