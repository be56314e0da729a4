import type { deleteEvent as route } from '#shared/contract/events.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { releaseCover } from './covers.ts'
import { hasPeople, lockEvent } from './event-repository.ts'
import { presentEvent } from './present.ts'

/** Only an event that no member has seen or registered for can be deleted. */
export const deleteEvent: Handler<typeof route> = ({ params, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const held = await lockEvent(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (await hasPeople(transaction, held.id)) return refuse('event-has-people')
    if (held.status !== 'draft')
      return refuse('conflict', {
        extra: { current: await presentEvent(deps, transaction, held, caller) },
      })
    await transaction.deleteFrom('events').where('id', '=', held.id).execute()
    await releaseCover(transaction, held.image_file)
    facts.trace({ target: `event:${held.id}` })
    return done({ deleted: true })
  })
