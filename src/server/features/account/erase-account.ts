import type { Transaction } from 'kysely'
import type { eraseAccount as route } from '#shared/contract/account.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hasProof } from '../auth/step-up.ts'
import { lockEvent, registrationsOf, type EventRow } from '../events/event-repository.ts'
import { fillPlaces } from '../events/fill-places.ts'
import { takesRegistrations } from '../events/policy.ts'
import { tellMembers } from '../events/event-mails.ts'
import { eraseMember } from '../users/erase-member.ts'
import { countActiveAdministrators, lockAdministrators } from '../users/member-list-repository.ts'
import type { MemberRow } from '../users/member-repository.ts'

/**
 * Locks events first, then the person, in the same order as a registration for an event, so that no
 * deadlock occurs.
 */
async function lockEventsOf(db: Transaction<Schema>, memberId: number): Promise<EventRow[]> {
  const ids = [...(await registrationsOf(db, memberId)).keys()].sort()
  const events: EventRow[] = []
  for (const id of ids) {
    const event = await lockEvent(db, id)
    if (event !== undefined) events.push(event)
  }
  return events
}

/** Locks the row: if two sessions erase at once, the second finds no member. */
const lockMember = (db: Transaction<Schema>, id: number): Promise<MemberRow | undefined> =>
  db
    .updateTable('members')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const eraseAccount: Handler<typeof route> = async ({ caller, facts }, deps) => {
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  return facts.transact(async (transaction) => {
    const events = await lockEventsOf(transaction, caller.memberId)
    if (caller.role === 'admin') await lockAdministrators(transaction)
    const row = await lockMember(transaction, caller.memberId)
    if (row === undefined) return refuse('not-signed-in')
    if (row.role === 'ROLE_ADMIN' && (await countActiveAdministrators(transaction)) <= 1)
      return refuse('last-administrator')
    const at = isoNow(deps.clock)
    await eraseMember(deps, transaction, row)
    for (const event of events)
      if (takesRegistrations(event, at))
        await tellMembers(deps, transaction, event, await fillPlaces(transaction, event), {
          template: 'event-place',
        })
    // After the waiting mails of the person were erased.
    await enqueueMail(deps, transaction, {
      to: row.email,
      language: row.language,
      template: 'account-erased',
      values: {},
    })
    facts.trace({ target: `member:${row.id}` })
    return done({})
  })
}
