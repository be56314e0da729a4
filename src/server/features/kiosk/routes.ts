import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import type { EventContent } from '#shared/contract/events.ts'
import type * as contract from '#shared/contract/kiosk.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { HOUR_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import { noteIfWritable } from '../../base/unavailable.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { makeDeviceToken } from '../../http/principal/device.ts'
import { deviceActor } from '../../parts/audit/audit-log.ts'
import {
  endDevice,
  insertDevice,
  isStillStaff,
  lockEnroller,
  updateAppVersion,
  countCheckIns,
  readDevices,
  findDevice,
  revokeDevice,
  type DeviceRow,
} from '../../records/devices/device-repository.ts'
import {
  deviceState,
  takesDevices,
  managesEveryDevice,
  mayManageDevice,
} from '../../records/devices/policy.ts'
import { lockEvent, countPeople, findEvent } from '../../records/events/event-repository.ts'
import { maySee } from '../../records/events/policy.ts'
import { storedContent } from '../../records/events/stored-content.ts'

type Titles = z.output<typeof contract.KioskEvent>['title']

function presentKioskEvent(row: {
  readonly id: string
  readonly starts_at: string
  readonly ends_at: string
  readonly content: string
}): z.output<typeof contract.KioskEvent> {
  const { content } = storedContent<z.output<typeof EventContent>>(row.content)
  const title = Object.fromEntries(
    LANGUAGES.map((language) => [language, content[language].title]),
  ) as Titles // one title for each language
  return { id: row.id, title, startsAt: row.starts_at, endsAt: row.ends_at }
}

const enrolledBy = ({
  enrolled_by: id,
  first_name: firstName,
  last_name: lastName,
}: DeviceRow): z.output<typeof contract.KioskDevice>['enrolledBy'] =>
  id === null || firstName === null || lastName === null
    ? null
    : { cardId: cardId(id), name: fullName({ firstName, lastName }) }

const presentDevice = (
  row: DeviceRow,
  checkIns: number,
  now: string,
): z.output<typeof contract.KioskDevice> => ({
  id: row.id,
  name: row.name,
  event: presentKioskEvent({ ...row, id: row.event_id }),
  enrolledBy: enrolledBy(row),
  enrolledAt: row.enrolled_at,
  expiresAt: row.expires_at,
  lastSeenAt: row.last_seen_at,
  revokedAt: row.revoked_at,
  state: deviceState(row, now),
  checkIns,
  appVersion: row.app_version,
})

/** The token is only in this reply. */
const enrolKiosk: Handler<typeof contract.enrolKiosk> = ({ body, caller, facts }, { clock }) =>
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
    await insertDevice(transaction, {
      id: deviceId,
      name: body.name,
      event_id: event.id,
      enrolled_by: caller.memberId,
      token_hash: hash,
      enrolled_at: isoNow(clock),
      expires_at: expiresAt,
    })
    facts.trace({ target: deviceActor(deviceId), detail: { event: event.id, hours: body.hours } })
    return done({ deviceId, token, expiresAt, event: presentKioskEvent(event) })
  })

const OVER_MAX = 100

const listKiosks: Handler<typeof contract.listKiosks> = async (
  { caller },
  { database: { db }, clock },
) => {
  const now = isoNow(clock)
  const rows = await readDevices(db, {
    enrolledBy: managesEveryDevice(caller) ? undefined : caller.memberId,
    now,
    activeMax: UNPAGED_MAX,
    overMax: OVER_MAX,
  })
  const counts = await countCheckIns(
    db,
    rows.map(({ id }) => id),
  )
  const devices = rows.map((row) => presentDevice(row, counts.get(row.id) ?? 0, now))
  // A device ends when its enroller loses the right, although its own row does not change.
  return done([
    ...devices.filter(({ state }) => state === 'active'),
    ...devices.filter(({ state }) => state !== 'active'),
  ])
}

/** The response for a device of another member is the one for a device that does not exist; the list leaves it out as well. */
const revokeKiosk: Handler<typeof contract.revokeKiosk> = ({ params, caller, facts }, { clock }) =>
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

const kioskSelf: Handler<typeof contract.kioskSelf> = async (
  { headers, caller },
  { database: { db }, clock },
) => {
  const [row, event] = [await findDevice(db, caller.deviceId), await findEvent(db, caller.eventId)]
  if (row === undefined || event === undefined) return refuse('not-signed-in') // removed since the token was checked
  const version = headers['x-app-version']?.trim()
  if (version !== undefined && version !== row.app_version)
    await noteIfWritable(updateAppVersion(db, row.id, version))
  const people = (await countPeople(db, [event.id]))(event.id)
  return done({
    deviceId: row.id,
    name: row.name,
    event: presentKioskEvent(event),
    expiresAt: row.expires_at,
    now: isoNow(clock),
    checkedIn: people.came,
    registered: people.registered,
    capacity: event.capacity,
  })
}

const endKiosk: Handler<typeof contract.endKiosk> = ({ caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    await endDevice(transaction, caller.deviceId, isoNow(clock))
    facts.trace({ target: deviceActor(caller.deviceId), detail: { event: caller.eventId } })
    return done({ ended: true })
  })

export const kioskHandlers: HandlersOf<typeof contract.kioskRoutes> = {
  'kiosk.enrol': enrolKiosk,
  'kiosk.list': listKiosks,
  'kiosk.revoke': revokeKiosk,
  'kiosk.me': kioskSelf,
  'kiosk.end': endKiosk,
}
