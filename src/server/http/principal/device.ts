/**
 * Devices at the door: a scan-only token for one event and some hours (ADR 0007). Opaque, 256 bits,
 * stored as a hash; looked up at each call, so that it ends at once when it expires, when staff end
 * it, or when the member who enrolled it loses the right.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { KIOSK_TOKEN_PREFIX } from '#shared/domain/card/kiosk-rules.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { isStaff, roleOf } from '#shared/domain/people/roles.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { noteIfWritable } from '../../base/unavailable.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'

export interface Device {
  readonly kind: 'device'
  readonly deviceId: string
  /** The one event that it works for. */
  readonly eventId: string
  readonly name: string
  /** The account that is asked when the device guesses at numbers. */
  readonly enrolledBy: number
}

/** A device calls every few seconds; its row is written no more often than this. */
const SEEN_EVERY_S = 60

const isDeviceToken = (bearer: string | undefined): bearer is string =>
  bearer?.startsWith(KIOSK_TOKEN_PREFIX) === true

const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The token is returned only here; the row has its hash. */
export function makeDeviceToken(): { readonly token: string; readonly hash: string } {
  const token = `${KIOSK_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  return { token, hash: tokenHash(token) }
}

async function findLive(
  db: Kysely<Schema>,
  column: 'token_hash' | 'id',
  value: string,
  now: string,
) {
  const row = await db
    .selectFrom('kiosk_devices')
    .innerJoin('members', 'members.id', 'kiosk_devices.enrolled_by')
    .select([
      'kiosk_devices.id',
      'kiosk_devices.event_id',
      'kiosk_devices.name',
      'kiosk_devices.last_seen_at',
      'members.id as enroller',
      'members.role',
      'members.status',
    ])
    .where(`kiosk_devices.${column}`, '=', value)
    .where('kiosk_devices.revoked_at', 'is', null)
    .where('kiosk_devices.ended_at', 'is', null)
    .where('kiosk_devices.expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined && isActiveStatus(row.status) && isStaff(roleOf(row.role))
    ? row
    : undefined
}

/**
 * Returns undefined for every bearer that is not the token of an enrolled device, without the
 * cause.
 */
export async function resolveDevice(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  bearer: string | undefined,
): Promise<Device | undefined> {
  if (!isDeviceToken(bearer)) return undefined
  const row = await findLive(db, 'token_hash', tokenHash(bearer), isoNow(clock))
  if (row === undefined) return undefined
  const seenBefore = isoAfter(clock, -SEEN_EVERY_S)
  if (row.last_seen_at === null || row.last_seen_at <= seenBefore)
    await noteIfWritable(
      db
        .updateTable('kiosk_devices')
        .set({ last_seen_at: isoNow(clock) })
        .where('id', '=', row.id)
        .where((eb) =>
          eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', seenBefore)]),
        ) // only one of many simultaneous calls writes
        .execute(),
    )
  return {
    kind: 'device',
    deviceId: row.id,
    eventId: row.event_id,
    name: row.name,
    enrolledBy: row.enroller,
  }
}

/** @param now ISO instant */
export const isLiveDevice = async (db: Kysely<Schema>, id: string, now: string): Promise<boolean> =>
  (await findLive(db, 'id', id, now)) !== undefined
