import { sql, type Insertable, type Kysely } from 'kysely'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { isStaff, roleOf } from '#shared/domain/people/roles.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { KioskDeviceTable, Schema } from '../../parts/database/schema.ts'

/** Queries of devices; rules live in `policy.ts`, tokens in `http/device.ts`. */

const devices = (db: Kysely<Schema>) =>
  db
    .selectFrom('kiosk_devices')
    .innerJoin('events', 'events.id', 'kiosk_devices.event_id')
    .leftJoin('members', 'members.id', 'kiosk_devices.enrolled_by')
    .select([
      'kiosk_devices.id',
      'name',
      'enrolled_by',
      'enrolled_at',
      'expires_at',
      'last_seen_at',
      'revoked_at',
      'ended_at',
      'app_version',
      'event_id',
      'events.starts_at',
      'events.ends_at',
      'events.content',
      'members.first_name',
      'members.last_name',
      'members.role',
      'members.status',
    ])

export const findDevice = (db: Kysely<Schema>, id: string) =>
  devices(db).where('kiosk_devices.id', '=', id).executeTakeFirst()
export type DeviceRow = NonNullable<Awaited<ReturnType<typeof findDevice>>>

const inForce = (db: Kysely<Schema>, now: string) =>
  devices(db)
    .where('revoked_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('enrolled_at', 'desc')
    .orderBy('kiosk_devices.id')

/** A token ends in one way only, so the first of these that is set is its end. */
const endedAt = sql<string>`coalesce(revoked_at, ended_at, expires_at)`
const over = (db: Kysely<Schema>, now: string) =>
  devices(db)
    .where((eb) =>
      eb.or([
        eb('revoked_at', 'is not', null),
        eb('ended_at', 'is not', null),
        eb('expires_at', '<=', now),
      ]),
    )
    .orderBy(endedAt, 'desc')
    .orderBy('kiosk_devices.id')

interface Wanted {
  /** Only devices that this member enrolled count. */
  readonly enrolledBy: number | undefined
  readonly now: string
  readonly activeMax: number
  readonly overMax: number
}

/** Active devices, newest first, then the most recently ended ones. */
export async function readDevices(
  db: Kysely<Schema>,
  { enrolledBy, now, activeMax, overMax }: Wanted,
): Promise<DeviceRow[]> {
  const [active, ended] =
    enrolledBy === undefined
      ? [inForce(db, now), over(db, now)]
      : [
          inForce(db, now).where('enrolled_by', '=', enrolledBy),
          over(db, now).where('enrolled_by', '=', enrolledBy),
        ]
  return [...(await active.limit(activeMax).execute()), ...(await ended.limit(overMax).execute())]
}

export async function countCheckIns(
  db: Kysely<Schema>,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('check_ins')
    .select((eb) => ['device_id', eb.fn.countAll<number>().as('n')])
    .where('device_id', 'in', deviceIds)
    .groupBy('device_id')
    .execute()
  return new Map(rows.map(({ device_id: id, n }) => [id ?? '', Number(n)]))
}

/** Ends the active tokens of devices; returns their number. */
async function revoke(
  db: Kysely<Schema>,
  column: 'id' | 'enrolled_by',
  value: string | number,
  { at, by }: { readonly at: string; readonly by: number | null },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('kiosk_devices')
    .set({ revoked_at: at, revoked_by: by })
    .where(column, '=', value)
    .where('revoked_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
export const revokeDevice = async (
  db: Kysely<Schema>,
  id: string,
  end: { readonly at: string; readonly by: number },
): Promise<boolean> => (await revoke(db, 'id', id, end)) === 1
/** The present rights of the members who enrolled the devices decide. */
export const revokeDevicesOf = (
  db: Kysely<Schema>,
  memberId: number,
  at: string,
): Promise<number> => revoke(db, 'enrolled_by', memberId, { at, by: null })

/** Serializes enrolments of a member with the end of their sessions, until the transaction ends. */
export const lockEnroller = (db: Kysely<Schema>, memberId: number) =>
  db
    .updateTable('members')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', memberId)
    .execute()

/** Whether the session is still valid; call it after `lockEnroller`. */
export async function isStillStaff(
  db: Kysely<Schema>,
  { memberId, sessionId }: Pick<Caller, 'memberId' | 'sessionId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.role', 'members.status'])
    .where('sessions.id', '=', sessionId)
    .where('members.id', '=', memberId)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && isActiveStatus(row.status) && isStaff(roleOf(row.role))
}

/** The given devices that belong to this event. */
export async function devicesOfEvent(
  db: Kysely<Schema>,
  eventId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('kiosk_devices')
    .select('id')
    .where('event_id', '=', eventId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type NewDevice = Omit<
  Insertable<KioskDeviceTable>,
  'last_seen_at' | 'app_version' | 'revoked_at' | 'revoked_by' | 'ended_at'
>
export const insertDevice = (db: Kysely<Schema>, device: NewDevice) =>
  db
    .insertInto('kiosk_devices')
    .values({
      ...device,
      last_seen_at: null,
      app_version: '',
      revoked_at: null,
      revoked_by: null,
      ended_at: null,
    })
    .execute()

export const updateAppVersion = (db: Kysely<Schema>, id: string, version: string) =>
  db.updateTable('kiosk_devices').set({ app_version: version }).where('id', '=', id).execute()

/** Ends the device at its own wish; does nothing when it was ended or revoked before. */
export const endDevice = (db: Kysely<Schema>, id: string, at: string) =>
  db
    .updateTable('kiosk_devices')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
