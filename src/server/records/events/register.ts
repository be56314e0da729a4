import type { Transaction } from 'kysely'
import type {
  cancelRegistration as cancelRoute,
  registerForEvent as registerRoute,
} from '#shared/contract/events.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { tellMembers } from './event-mails.ts'
import {
  countPeople,
  givePlaces,
  joinQueue,
  leaveQueue,
  lockEvent,
  type EventRow,
} from './event-repository.ts'
import { maySee, takesRegistrations } from './policy.ts'
import { presentEvent } from './present.ts'

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
  const taken = (await countPeople(db, [id]))(id).registered
  const free = capacity === null ? undefined : capacity - taken
  if (free !== undefined && free <= 0) return []
  return givePlaces(db, id, free)
}

type RegistrationStep = (
  db: Transaction<Schema>,
  eventId: string,
  memberId: number,
  at: string,
) => Promise<unknown>

/** Serialized for each event: joins or leaves the queue, fills free places, returns the result. */
const inLine = (
  deps: Deps,
  eventId: string,
  { caller, facts }: { readonly caller: Caller; readonly facts: RequestFacts },
  step: RegistrationStep,
) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const event = await lockEvent(transaction, eventId)
    if (event === undefined || !maySee(caller, event)) return refuse('not-found')
    if (!takesRegistrations(event, at))
      return refuse('conflict', {
        extra: { current: await presentEvent(deps, transaction, event, caller) },
      })
    await step(transaction, event.id, caller.memberId, at)
    const moved = await fillPlaces(transaction, event)
    await tellMembers(
      deps,
      transaction,
      event,
      moved.filter((id) => id !== caller.memberId),
      { template: 'event-place' },
    ) // the caller reads the result
    const presented = await presentEvent(deps, transaction, event, caller)
    facts.trace({
      target: `event:${event.id}`,
      ...(step === joinQueue ? { detail: { state: presented.registration ?? 'none' } } : {}),
    })
    return done(presented)
  })

export const registerForEvent: Handler<typeof registerRoute> = ({ params, ...call }, deps) =>
  inLine(deps, params.id, call, joinQueue)

export const cancelRegistration: Handler<typeof cancelRoute> = ({ params, ...call }, deps) =>
  inLine(deps, params.id, call, leaveQueue)
