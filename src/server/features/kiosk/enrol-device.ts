import { randomUUID } from 'node:crypto'
import type { enrolKiosk as route } from '#shared/contract/kiosk.ts'
import { deviceActor } from '../../audit/audit-log.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import { makeDeviceToken } from '../../http/device.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { lockEvent } from '../events/event-repository.ts'
import { maySee } from '../events/policy.ts'
import { isStillStaff, lockEnroller } from './device-repository.ts'
import { takesDevices } from './policy.ts'
import { presentKioskEvent } from './present.ts'

const HOUR_S = 3_600

/** The token is only in this reply. */
export const enrolKiosk: Handler<typeof route> = ({ body, caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    // The caller was checked before this waited for the lock: a session that ended meanwhile must
    // not enrol a device.
    await lockEnroller(transaction, caller.memberId)
    if (!(await isStillStaff(transaction, caller))) return refuse('not-signed-in')
    const event = await lockEvent(transaction, body.eventId)
    if (event === undefined || !maySee(caller, event)) return refuse('not-found')
    if (!takesDevices(event, clock.now())) return refuse('conflict')
    const deviceId = randomUUID()
    const { token, hash } = makeDeviceToken()
    const expiresAt = isoAfter(clock, body.hours * HOUR_S)
    await transaction
      .insertInto('kiosk_devices')
      .values({
        id: deviceId,
        name: body.name,
        event_id: event.id,
        enrolled_by: caller.memberId,
        token_hash: hash,
        enrolled_at: isoNow(clock),
        expires_at: expiresAt,
        last_seen_at: null,
        app_version: '',
        revoked_at: null,
        revoked_by: null,
        ended_at: null,
      })
      .execute()
    facts.trace({ target: deviceActor(deviceId), detail: { event: event.id, hours: body.hours } })
    return done({ deviceId, token, expiresAt, event: presentKioskEvent(event) })
  })
