import type { callOffEvent as route } from '#shared/contract/events.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { tellQueue } from './event-mails.ts'
import { lockEvent } from './event-repository.ts'
import { isStale, takesRegistrations } from './policy.ts'
import { presentEvent } from './present.ts'

/**
 * The places stay on the list, so that staff can contact these members if the event takes place
 * after all.
 */
export const callOffEvent: Handler<typeof route> = ({ params, body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const held = await lockEvent(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (isStale(body.version, held) || !takesRegistrations(held, isoNow(deps.clock)))
      return refuse('conflict', {
        extra: { current: await presentEvent(deps, transaction, held, caller) },
      })
    const changed = { status: 'cancelled' as const, version: held.version + 1 }
    const row = { ...held, ...changed }
    await transaction.updateTable('events').set(changed).where('id', '=', held.id).execute()
    const told = await tellQueue(deps, transaction, row, {
      template: 'event-cancelled',
      reason: body.reason,
    })
    facts.trace({ target: `event:${row.id}`, detail: { told, withReason: body.reason !== '' } })
    return done(await presentEvent(deps, transaction, row, caller))
  })
