/** What follows from a change of how a member signs in: mails to the old address, and the end of sessions. */
import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { MemberChange } from '#shared/contract/users.ts'
import { EMAIL_UNDO_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { isStaff, roleOf } from '#shared/domain/people/roles.ts'
import { isoAfter } from '../../../base/clock.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import type { Deps } from '../../../deps/deps.ts'
import type { Caller } from '../../../http/principal/caller.ts'
import { refuse, type Refusal } from '../../../base/outcome.ts'
import { enqueueMail } from '../../../parts/mail/outbox.ts'
import { endSessionsOf } from '../../../records/sessions/end-sessions.ts'
import { revokeDevicesOf } from '../../../records/devices/device-repository.ts'
import { withdrawResets } from '../../../records/sessions/withdraw-resets.ts'
import {
  countActiveAdministrators,
  lockAdministrators,
} from '../../../records/members/member-list-repository.ts'
import { insertEmailUndo, type MemberRow } from '../../../records/members/member-repository.ts'

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
  if (fields.includes('email') && change.email !== undefined) {
    const token = randomBytes(32).toString('base64url')
    await insertEmailUndo(db, {
      tokenHash: createHash('sha256').update(token).digest('base64url'),
      memberId: row.id,
      oldEmail: row.email,
      expiresAt: isoAfter(deps.clock, EMAIL_UNDO_TTL_S),
    })
    const link = `${deps.config.publicUrl}/email-undo#${token}` // behind #: it never reaches a log
    await enqueueMail(deps, db, {
      to: row.email,
      language: row.language,
      template: 'email-changed',
      values: { link, hours: String(EMAIL_UNDO_TTL_S / 3_600) },
    })
  }
  if (fields.includes('password'))
    await enqueueMail(deps, db, {
      to: row.email,
      language: row.language,
      template: 'password-changed',
      values: { at },
    })
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
