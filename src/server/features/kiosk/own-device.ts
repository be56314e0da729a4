import type { endKiosk as endRoute, kioskSelf as selfRoute } from '#shared/contract/kiosk.ts'
import { deviceActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { noteIfWritable } from '../../unavailable.ts'
import { countPeople, countRegistered, findEvent } from '../events/event-repository.ts'
import { findDevice } from './device-repository.ts'
import { presentKioskEvent } from './present.ts'

export const kioskSelf: Handler<typeof selfRoute> = async (
  { headers, caller },
  { database: { db }, clock },
) => {
  const [row, event] = [await findDevice(db, caller.deviceId), await findEvent(db, caller.eventId)]
  if (row === undefined || event === undefined) return refuse('not-signed-in') // removed since the token was checked
  const version = headers['x-app-version']?.trim()
  if (version !== undefined && version !== row.app_version)
    await noteIfWritable(
      db
        .updateTable('kiosk_devices')
        .set({ app_version: version })
        .where('id', '=', row.id)
        .execute(),
    )
  return done({
    deviceId: row.id,
    name: row.name,
    event: presentKioskEvent(event),
    expiresAt: row.expires_at,
    now: isoNow(clock),
    checkedIn: (await countPeople(db, [event.id])).get(event.id)?.checkedIn ?? 0,
    registered: (await countRegistered(db, [event.id])).get(event.id) ?? 0,
    capacity: event.capacity,
  })
}

export const endKiosk: Handler<typeof endRoute> = ({ caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    await transaction
      .updateTable('kiosk_devices')
      .set({ ended_at: isoNow(clock) })
      .where('id', '=', caller.deviceId)
      .where('revoked_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute()
    facts.trace({ target: deviceActor(caller.deviceId), detail: { event: caller.eventId } })
    return done({ ended: true })
  })
