/**
 * Devices that a member signed in with before: they have their own count of tries, and a new one is
 * reported by mail.
 */
import type { Kysely, Transaction } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { RequestFacts } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import type { MemberRow } from '../members/member-repository.ts'
import {
  deleteKnownDevices,
  hasKnownDevice,
  listKnownDevices,
  upsertKnownDevice,
} from './known-device-repository.ts'
import { makeNotMeLink } from './not-me.ts'

/** The first match is used, because the user agent of one browser contains the names of others. */
const BROWSERS = [
  [/Electron\//, 'WLD'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Browser and system without versions, which change each month. Only names of these lists: the mail repeats no text of the caller. */
export const deviceFamily = (userAgent: string): string =>
  [BROWSERS, SYSTEMS]
    .flatMap((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
    .join(', ')

/** Only the newest are kept; a traveller has too many networks to compare them all. */
const KEPT_PER_MEMBER = 50

type Origin = Pick<RequestFacts, 'device' | 'network'>

/** A MAC over the member as well: rows of two members tell nothing about a network that they share. */
const deviceKey = (
  { secrets }: Pick<Deps, 'secrets'>,
  memberId: number,
  { device, network }: Origin,
): string =>
  secrets.mac('lookup', JSON.stringify(['device', memberId, deviceFamily(device), network]))

/** @param memberId 0 for an unknown account: the same query, so that it takes as long */
export const isKnownDevice = (
  deps: Pick<Deps, 'secrets'>,
  db: Kysely<Schema>,
  memberId: number,
  origin: Origin,
): Promise<boolean> => hasKnownDevice(db, memberId, deviceKey(deps, memberId, origin))

/**
 * Stores the device after a sign-in with the right password, and mails the holder of the account
 * when it is new. Returns whether it is new to an account that was used before.
 */
export async function rememberDevice(
  deps: Deps,
  db: Transaction<Schema>,
  member: MemberRow,
  origin: Origin,
): Promise<boolean> {
  const at = isoNow(deps.clock)
  const row = { member_id: member.id, device_key: deviceKey(deps, member.id, origin), seen_at: at }
  const before = await listKnownDevices(db, member.id)
  await upsertKnownDevice(db, row)
  if (before.some(({ device_key: key }) => key === row.device_key)) return false
  const old = before.slice(KEPT_PER_MEMBER - 1).map(({ device_key: key }) => key)
  if (old.length > 0) await deleteKnownDevices(db, member.id, old)
  // No mail for the first sign-in after the registration: the holder was just invited to it.
  if (before.length === 0) return false
  await mailMember(deps, db, member, 'new-sign-in', {
    at,
    device: deviceFamily(origin.device),
    link: await makeNotMeLink(deps, db, member.id),
  })
  return true
}
