import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { MemberChange, updateMember as route } from '#shared/contract/users.ts'
import { EMAIL_UNDO_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { parseMemberNumber } from '#shared/domain/people/member-id.ts'
import { isStaff, roleOf, isManager } from '#shared/domain/people/roles.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse, type Outcome, type Refusal } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { endSessionsOf } from '../auth/end-sessions.ts'
import { stepUpRefusal } from '../auth/step-up.ts'
import { hasProof, spendProof } from '../auth/step-up-repository.ts'
import { revokeDevicesOf } from '../kiosk/device-repository.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../security/guessable-password.ts'
import { withdrawResets } from '../password-reset/withdraw-resets.ts'
import { endOfAddress, moveSubscriptions } from '../subscriptions/subscription-repository.ts'
import { changeColumns } from './change-columns.ts'
import { countActiveAdministrators, lockAdministrators } from './member-list-repository.ts'
import {
  findByNumber,
  insertEmailUndo,
  nationalitiesOf,
  replaceNationalities,
  updateIfUnchanged,
  type MemberRow,
} from './member-repository.ts'
import { emailKey } from '../../contact-keys.ts'
import { releaseFiles } from './own-file-repository.ts'
import { attachFiles, claimsOf } from './own-files.ts'
import { changedFields, changeRefusal, proofsNeeded, targetOf } from './policy.ts'
import { presentListedMember, presentOwnMember } from './present.ts'
import { memberHolder } from '../../work-gate.ts'

type Fields = readonly (keyof MemberChange)[]

/**
 * A new e-mail address is proven by a code to it; a new phone number by a code to the account's
 * address, because there is no SMS.
 */
const provenAddress = (row: MemberRow, change: MemberChange, field: 'email' | 'phone'): string =>
  field === 'email' ? emailKey(change.email ?? '') : row.email_key

async function missingProof(
  deps: Deps,
  caller: Caller,
  row: MemberRow,
  change: MemberChange,
  fields: Fields,
): Promise<Refusal | undefined> {
  const needed = proofsNeeded(caller, targetOf(row), fields)
  if (needed.password) {
    const unproven = await stepUpRefusal(deps, caller)
    if (unproven !== undefined) return unproven
  }
  for (const field of needed.contact) {
    const address = provenAddress(row, change, field)
    if (!(await hasProof(deps, caller.sessionId, { kind: 'contact', address })))
      return refuse('code-required')
  }
  return undefined
}

/**
 * Outside of the transaction of the change: a failed change has used its code, so that one code is
 * one try.
 */
async function spendProofs(
  deps: Deps,
  caller: Caller,
  row: MemberRow,
  change: MemberChange,
  fields: Fields,
): Promise<boolean> {
  for (const field of proofsNeeded(caller, targetOf(row), fields).contact)
    if (
      !(await spendProof(deps, caller.sessionId, {
        kind: 'contact',
        address: provenAddress(row, change, field),
      }))
    )
      return false
  return true
}

async function keepAnAdministrator(
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

/**
 * The caller's own portrait waits for review, whatever the role, because staff at a door compare it
 * with a face. Staff who manage members set portraits of others at once; their own only where no
 * other administrator can review it.
 */
async function setsAtOnce(
  db: Transaction<Schema>,
  caller: Caller,
  row: MemberRow,
): Promise<boolean> {
  if (caller.memberId !== row.id) return isManager(caller.role)
  return caller.role === 'admin' && (await countActiveAdministrators(db)) <= 1
}

async function changeFiles(
  db: Transaction<Schema>,
  caller: Caller,
  row: MemberRow,
  change: MemberChange,
  at: string,
): Promise<Outcome<object>> {
  // Of two portraits the one of the card is used; the other stays unattached, and the clean-up
  // removes it.
  const { photoUrl, ...rest } = change
  const claims = claimsOf(change.wldCardPhoto === undefined ? { ...rest, photoUrl } : rest)
  const faults = await attachFiles(db, claims, { uploaderId: caller.memberId, ownerId: row.id, at })
  if (faults.length > 0) return refuse('invalid', { fields: faults })
  const portrait = change.wldCardPhoto ?? photoUrl
  const managed = portrait !== undefined && (await setsAtOnce(db, caller, row))
  const columns = {
    ...(portrait === undefined
      ? {}
      : managed
        ? { card_photo_file: portrait, pending_photo_file: null }
        : { pending_photo_file: portrait }),
    ...(change.idProofPhotoFront === undefined ? {} : { id_front_file: change.idProofPhotoFront }),
    ...(change.idProofPhotoBack === undefined ? {} : { id_back_file: change.idProofPhotoBack }),
  }
  await releaseFiles(
    db,
    Object.keys(columns).map((column) => row[column as keyof typeof columns]),
  )
  return done(columns)
}

/**
 * A number that staff enter for another member is confirmed; their own is not confirmed by entering
 * it.
 */
const phoneColumns = (
  caller: Caller,
  row: MemberRow,
  change: MemberChange,
  fields: Fields,
): Partial<Pick<MemberRow, 'phone_confirmed'>> =>
  fields.includes('phone')
    ? { phone_confirmed: caller.memberId !== row.id && change.phone !== '' ? 1 : 0 }
    : {}

async function announce(
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

async function endSessions(
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

export const updateMember: Handler<typeof route> = async (
  { params, body: { ifUpdatedAt, ...change }, caller, facts },
  deps,
) => {
  const { database, passwords, clock } = deps
  const number = parseMemberNumber(params.id)
  const row = number === undefined ? undefined : await findByNumber(database.db, number)
  const manages = isManager(caller.role)
  // A caller who does not manage members must not learn which numbers exist.
  if (row === undefined) return refuse(manages ? 'not-found' : 'forbidden')
  const fields = changedFields(row, change)
  const refusal = changeRefusal(caller, targetOf(row), change, fields)
  if (refusal !== undefined) return refuse(refusal)
  const unproven = await missingProof(deps, caller, row, change, fields)
  if (unproven !== undefined) return unproven
  const owner = {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    number: row.id,
  }
  if (change.password !== undefined && isGuessable(change.password, owner))
    return refuse('invalid', { fields: [GUESSABLE_PASSWORD] })
  const hashed =
    change.password === undefined
      ? undefined
      : await passwords.hash(change.password, memberHolder(caller.memberId))
  if (hashed?.ok === false) return refuse('busy', { retryAfterS: 2 })
  if (!(await spendProofs(deps, caller, row, change, fields))) return refuse('code-required')
  const at = isoNow(clock)
  try {
    return await facts.transact(async (transaction) => {
      const last = await keepAnAdministrator(transaction, row, change)
      if (last !== undefined) return last
      const files = await changeFiles(transaction, caller, row, change, at)
      if (!files.ok) return files
      const columns = {
        ...changeColumns(row, change, at),
        ...files.value,
        ...(hashed === undefined ? {} : { password_hash: hashed.value }),
        ...phoneColumns(caller, row, change, fields),
      }
      if (!(await updateIfUnchanged(transaction, row, columns, ifUpdatedAt)))
        return refuse(
          (await findByNumber(transaction, row.id)) === undefined ? 'not-found' : 'conflict',
        )
      if (change.nationalities !== undefined)
        await replaceNationalities(transaction, row.id, change.nationalities)
      if (change.newsletter === false)
        await endOfAddress(transaction, row.email_key, 'newsletter', at) // otherwise an earlier link would stay valid
      if (change.email !== undefined)
        await moveSubscriptions(transaction, row.email_key, change.email)
      await endSessions(transaction, deps, caller, row, change, fields, at)
      await announce(transaction, deps, row, change, fields, at)
      const told = {
        ...(fields.includes('role') ? { role: change.role ?? '' } : {}),
        ...(fields.includes('status') ? { status: change.status ?? '' } : {}),
      }
      facts.trace({ target: `member:${row.id}`, detail: { fields: fields.join(' '), ...told } })
      const updated = await findByNumber(transaction, row.id)
      if (updated === undefined) return refuse('not-found')
      const nationalities = await nationalitiesOf(transaction, row.id)
      return done(
        caller.memberId === row.id
          ? presentOwnMember(updated, nationalities)
          : presentListedMember(updated, nationalities),
      )
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error)) return refuse(manages ? 'user-exists' : 'conflict')
    throw error
  }
}
