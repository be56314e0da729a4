/** What follows from a change of how a member signs in: mails to the old address, and the end of sessions. */
import type { Transaction } from 'kysely'
import type { MemberChange } from '#shared/contract/users.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { isStaff, roleOf } from '#shared/domain/people/roles.ts'
import { refuse, type Refusal } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import type { Caller } from '../../../http/principal/caller.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { mailMember } from '../../../parts/mail/outbox.ts'
import { revokeDevicesOf } from '../../../records/devices/device-repository.ts'
import { announceEmail } from '../../../records/members/announce-email.ts'
import {
  countActiveAdministrators,
  lockAdministrators,
} from '../../../records/members/member-list-repository.ts'
import type { MemberRow } from '../../../records/members/member-repository.ts'
import { endSessionsOf } from '../../../records/sessions/end-sessions.ts'
import { withdrawResets } from '../../../records/sessions/withdraw-resets.ts'

type Fields = readonly (keyof MemberChange)[]

/**
 * A number that staff enter for another member is confirmed; their own is not confirmed by entering
 * it.
 */
export const phoneColumns = (
  caller: Caller,
  row: MemberRow,
  change: MemberChange,
  fields: Fields,
): Partial<Pick<MemberRow, 'phone_confirmed'>> =>
  fields.includes('phone')
    ? { phone_confirmed: caller.memberId !== row.id && change.phone !== '' ? 1 : 0 }
    : {}

export async function keepAnAdministrator(
  db: Transaction<Schema>,
  row: MemberRow,
  change: MemberChange,
): Promise<Refusal | undefined> {
  const leaves =
    row.role === 'ROLE_ADMIN' &&
    row.status === 'active' &&
    ((change.role ?? row.role) !== 'ROLE_ADMIN' || (change.status ?? row.status) !== 'active')
  if (!leaves) return undefined
  await lockAdministrators(db)
  return (await countActiveAdministrators(db)) <= 1 ? refuse('last-administrator') : undefined
}

export async function announce(
  db: Transaction<Schema>,
  deps: Deps,
  row: MemberRow,
  change: MemberChange,
  fields: Fields,
  at: string,
): Promise<void> {
  if (fields.includes('email') && change.email !== undefined) await announceEmail(deps, db, row)
  if (fields.includes('password')) await mailMember(deps, db, row, 'password-changed', { at })
}

export async function endSessions(
  db: Transaction<Schema>,
  deps: Deps,
  caller: Caller,
  row: MemberRow,
  change: MemberChange,
  fields: Fields,
  at: string,
): Promise<void> {
  const isOwn = caller.memberId === row.id
  // Scanning was a right of the role. Devices do not become active again when the role is given
  // again.
  if (change.role !== undefined && !isStaff(roleOf(change.role)))
    await revokeDevicesOf(db, row.id, at)
  const locked = change.status !== undefined && !isActiveStatus(change.status)
  if (
    locked ||
    ['password', 'email', 'phone'].some((field) => fields.includes(field as keyof MemberChange))
  )
    await withdrawResets(deps, db, row, at)
  if (!fields.includes('password') && !locked) return
  // A change of the own password keeps the session that set it; a change for another member ends
  // all sessions of that member.
  await endSessionsOf(db, row.id, {
    at,
    reason: locked ? 'account-locked' : 'password-changed',
    ...(isOwn ? { keep: caller.sessionId } : {}),
  })
}
