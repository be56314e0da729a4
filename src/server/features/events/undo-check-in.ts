import type { undoCheckIn as route } from '#shared/contract/events.ts'
import { cardId } from '#shared/domain/member-id.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { checkInKey } from './decide-check-ins.ts'
import { lockEvent } from './event-repository.ts'

/**
 * Removes one check-in, not all of the member: another one that a device recorded meanwhile stays.
 */
export const undoCheckIn: Handler<typeof route> = ({ params, body, facts }) =>
  facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    if (event === undefined) return refuse('not-found')
    const [undone] = await transaction
      .deleteFrom('check_ins')
      .where('id', '=', checkInKey(body.checkInId))
      .where('event_id', '=', event.id)
      .returning(['member_id', 'gate', 'at'])
      .execute()
    facts.trace({
      target: `event:${event.id}`,
      detail:
        undone === undefined
          ? { undone: false }
          : { undone: true, card: cardId(undone.member_id), gate: undone.gate, at: undone.at },
    })
    return done({ undone: undone !== undefined })
  })
