import type { revokeKiosk as route } from '#shared/contract/kiosk.ts'
import { deviceActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { countCheckIns, findDevice, revokeDevice } from './device-repository.ts'
import { mayManageDevice } from './policy.ts'
import { presentDevice } from './present.ts'

/** The response for a device of another member is the one for a device that does not exist; the list leaves it out as well. */
export const revokeKiosk: Handler<typeof route> = ({ params, caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    const at = isoNow(clock)
    const found = await findDevice(transaction, params.id.toLowerCase())
    if (found === undefined || !mayManageDevice(caller, found)) return refuse('not-found')
    const revoked = await revokeDevice(transaction, found.id, { at, by: caller.memberId })
    facts.trace({
      target: deviceActor(found.id),
      detail: { event: found.event_id, already: !revoked },
    })
    const row = (await findDevice(transaction, found.id)) ?? found
    return done(
      presentDevice(row, (await countCheckIns(transaction, [row.id])).get(row.id) ?? 0, at),
    )
  })
