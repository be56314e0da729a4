import type * as contract from '#shared/contract/watch.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { dismissAlert as dismiss, openAlerts } from '../../records/watch/watch-repository.ts'

const SHOWN = 100

const listAlerts: Handler<typeof contract.listAlerts> = async (_input, { database }) => {
  const rows = await openAlerts(database.db, SHOWN)
  return done(
    rows.map(({ id, kind, member_id: member, count, at }) => ({
      id,
      kind,
      member: cardId(member),
      count,
      at,
    })),
  )
}

const dismissAlert: Handler<typeof contract.dismissAlert> = (
  { params, caller, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const decision = { by: caller.memberId, at: isoNow(clock) }
    if (!(await dismiss(transaction, params.id, decision))) return refuse('not-found')
    facts.trace({ target: `alert:${params.id}` })
    return done({})
  })

export const watchHandlers: HandlersOf<typeof contract.watchRoutes> = {
  'alert.list': listAlerts,
  'alert.dismiss': dismissAlert,
}
