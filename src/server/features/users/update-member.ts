import type { Transaction } from 'kysely'
import type { MemberChange, updateMember as route } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { isManager } from '#shared/domain/people/roles.ts'
import { isoNow } from '../../base/clock.ts'
import { emailKey, IMPOSSIBLE_PHONE, readPhone } from '../../base/contact-keys.ts'
import { done, refuse, type Outcome, type Refusal } from '../../base/outcome.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { hasProofFrom, originOf, spendTicketsFrom } from '../../http/principal/ticket.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../parts/security/guessable-password.ts'
import {
  agreementRows,
  agreementRowsOf,
  insertAgreements,
  isWithdrawn,
  withdrawAgreements,
} from '../../records/agreements/agreement-repository.ts'
import { hasProof, spendProof } from '../../records/factors/step-up-repository.ts'
import { singleActRefusal, stepUpRefusal } from '../../records/factors/step-up.ts'
import { releaseFiles } from '../../records/files/own-file-repository.ts'
import { attachFiles, claimsOf } from '../../records/files/own-files.ts'
import { changeColumns } from '../../records/members/change-columns.ts'
import { countActiveAdministrators } from '../../records/members/member-list-repository.ts'
import {
  findByNumber,
  nationalitiesOf,
  replaceNationalities,
  updateIfUnchanged,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import {
  changeRefusal,
  changesOf,
  fieldsOf,
  proofsNeeded,
  targetOf,
} from '../../records/members/policy.ts'
import { presentListedMember, presentOwnMember } from '../../records/members/present.ts'
import { readTermsVersion } from '../../records/settings/settings-repository.ts'
import {
  endOfAddress,
  moveSubscriptions,
} from '../../records/subscriptions/subscription-repository.ts'
import { proposeAccessChange, waitingFields } from './access/access-change.ts'
import {
  announce,
  endSessions,
  keepAnAdministrator,
  phoneColumns,
} from './access/access-effects.ts'

type Fields = readonly (keyof MemberChange)[]

/**
 * A new e-mail address is proven by a code to it; a new phone number by a code to the account's
 * address, because there is no SMS.
 */
const provenAddress = (row: MemberRow, change: MemberChange, field: 'email' | 'phone'): string =>
  field === 'email' ? emailKey(change.email ?? '') : row.email_key

/** Who changes whom, from where. */
interface Act {
  readonly caller: Caller
  readonly facts: RequestFacts
  readonly row: MemberRow
  readonly change: MemberChange
  readonly fields: Fields
}

async function missingProof(
  deps: Deps,
  { caller, facts, row, change, fields }: Act,
): Promise<Refusal | undefined> {
  const needed = proofsNeeded(caller, targetOf(row), change, fields)
  if (needed.password) {
    const unproven = await (needed.isSingleAct ? singleActRefusal : stepUpRefusal)(deps, caller)
    if (unproven !== undefined) return unproven
  }
  for (const field of needed.contact) {
    const address = provenAddress(row, change, field)
    const proven =
      (await hasProof(deps, caller.sessionId, { kind: 'contact', address })) ||
      (await hasProofFrom(deps, { origin: originOf(deps, facts), emailKey: address }))
    if (!proven) return refuse('code-required')
  }
  return undefined
}

/**
 * Outside of the transaction of the change: a failed change has used its code, so that one code is
 * one try.
 */
async function spendProofs(
  deps: Deps,
  { caller, facts, row, change, fields }: Act,
): Promise<boolean> {
  const from = { db: deps.database.db, clock: deps.clock }
  for (const field of proofsNeeded(caller, targetOf(row), change, fields).contact) {
    const address = provenAddress(row, change, field)
    const spent =
      (await spendProof(deps, caller.sessionId, { kind: 'contact', address })) ||
      (await spendTicketsFrom(from, { origin: originOf(deps, facts), emailKey: address }))
    if (!spent) return false
  }
  return true
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
  // The portrait of the card is used where there are two; the other stays unattached, and the clean-up
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

const TRIBE_WITHDRAWN = {
  path: 'body.tribe',
  code: 'agreement_withdrawn',
  message:
    'The member withdrew the agreement to the use of the tribe. Leave it blank; the member can give it again in the profile',
} as const

interface WishedChange {
  readonly row: MemberRow
  readonly change: MemberChange
  /** What really changes: the keys of `change`. */
  readonly fields: Fields
  readonly passwordHash: string | undefined
  readonly ifUpdatedAt: string | undefined
}

const changedSince = async (db: Transaction<Schema>, row: MemberRow): Promise<Refusal> =>
  refuse((await findByNumber(db, row.id)) === undefined ? 'not-found' : 'conflict')

/** The switch is the agreement: the list of agreements says the same as the settings. */
async function noteNewsChoice(
  db: Transaction<Schema>,
  caller: Caller,
  row: MemberRow,
  isWanted: boolean,
  at: string,
): Promise<void> {
  if (!isWanted) {
    await withdrawAgreements(db, row.id, 'newsletter', at)
    await endOfAddress(db, row.email_key, 'newsletter', at) // otherwise an earlier link would stay valid
    return
  }
  if (caller.memberId !== row.id) return // nobody agrees for another
  const given = await agreementRowsOf(db, row.id)
  if (given.some(({ kind, withdrawn_at }) => kind === 'newsletter' && withdrawn_at === null)) return
  await insertAgreements(
    db,
    agreementRows({
      memberId: row.id,
      kinds: ['newsletter'],
      language: row.language,
      source: 'self',
      at,
      termsVersion: await readTermsVersion(db),
    }),
  )
}

/** @returns the refusal, or what the audit log says */
async function changeNow(
  deps: Deps,
  db: Transaction<Schema>,
  caller: Caller,
  { row, change, fields, passwordHash, ifUpdatedAt }: WishedChange,
): Promise<Outcome<{ readonly fields: string }>> {
  const at = isoNow(deps.clock)
  if ((change.tribe ?? '') !== '' && (await isWithdrawn(db, [row.id], 'tribe')))
    return refuse('invalid', { fields: [TRIBE_WITHDRAWN] })
  const last = await keepAnAdministrator(db, row, change)
  if (last !== undefined) return last
  const files = await changeFiles(db, caller, row, change, at)
  if (!files.ok) return files
  const columns = {
    ...changeColumns(row, change, at),
    ...files.value,
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...phoneColumns(caller, row, change, fields),
  }
  if (!(await updateIfUnchanged(db, row, columns, ifUpdatedAt))) return changedSince(db, row)
  if (change.nationalities !== undefined)
    await replaceNationalities(db, row.id, change.nationalities)
  if (change.newsletter !== undefined) await noteNewsChoice(db, caller, row, change.newsletter, at)
  if (change.email !== undefined) await moveSubscriptions(db, row.email_key, change.email)
  await endSessions(db, deps, caller, row, change, fields, at)
  await announce(db, deps, row, change, fields, at)
  return done({
    fields: fields.join(' '),
    ...(fields.includes('role') ? { role: change.role ?? '' } : {}),
    ...(fields.includes('status') ? { status: change.status ?? '' } : {}),
  })
}

/**
 * What opens the account of an administrator waits for a second administrator where acts do; the
 * rest of the change is made at once. Returns the id of the proposal where something waits.
 */
async function changeOrPropose(
  deps: Deps,
  db: Transaction<Schema>,
  wish: WishedChange,
  by: { readonly caller: Caller; readonly facts: RequestFacts },
): Promise<Outcome<string | undefined>> {
  const { row, change, fields, ifUpdatedAt } = wish
  const target = `member:${row.id}`
  const waiting = await waitingFields(db, by.caller, wish)
  if (waiting.length === 0) {
    const made = await changeNow(deps, db, by.caller, wish)
    if (!made.ok) return made
    by.facts.trace({ target, detail: made.value })
    return done(undefined)
  }
  const isWaiting = (field: string): boolean => waiting.some((one) => one === field)
  const rest = fields.filter((field) => !isWaiting(field))
  if (rest.length > 0) {
    const restOfChange = Object.fromEntries(
      Object.entries(change).filter(([field]) => !isWaiting(field)),
    )
    const part = { ...wish, change: restOfChange, fields: rest, passwordHash: undefined }
    const made = await changeNow(deps, db, by.caller, part)
    if (!made.ok) return made
    const actor = memberActor(by.caller.memberId)
    await deps.audit.write({ actor, action: 'member.updated', target, detail: made.value }, db)
  } else if (ifUpdatedAt !== undefined && ifUpdatedAt !== row.updated_at)
    return changedSince(db, row)
  const present = (await findByNumber(db, row.id)) ?? row
  return proposeAccessChange(deps, db, { ...wish, row: present, waiting }, by)
}

/** A number that no country has; none is no fault here. */
export const phoneRefusal = (phone = ''): Refusal | undefined =>
  phone === '' || readPhone(phone) !== undefined
    ? undefined
    : refuse('invalid', { fields: [{ path: 'body.phone', ...IMPOSSIBLE_PHONE }] })

export const updateMember: Handler<typeof route> = async (
  { params, body: { ifUpdatedAt, ...sent }, caller, facts },
  deps,
) => {
  const { database, passwords } = deps
  const number = parseMemberNumber(params.id)
  const row = number === undefined ? undefined : await findByNumber(database.db, number)
  const manages = isManager(caller.role)
  // A caller who does not manage members must not learn which numbers exist.
  if (row === undefined) return refuse(manages ? 'not-found' : 'forbidden')
  const change = changesOf(row, await nationalitiesOf(database.db, row.id), sent)
  const fields = fieldsOf(change)
  const refusal = changeRefusal(caller, targetOf(row), change, fields)
  if (refusal !== undefined) return refuse(refusal)
  const badPhone = fields.includes('phone') ? phoneRefusal(change.phone) : undefined
  if (badPhone !== undefined) return badPhone
  const act = { caller, facts, row, change, fields }
  const unproven = await missingProof(deps, act)
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
  if (!(await spendProofs(deps, act))) return refuse('code-required')
  const wish = { row, change, fields, passwordHash: hashed?.value, ifUpdatedAt }
  try {
    return await facts.transact(async (transaction) => {
      const made = await changeOrPropose(deps, transaction, wish, { caller, facts })
      if (!made.ok) return made
      const updated = await findByNumber(transaction, row.id)
      if (updated === undefined) return refuse('not-found')
      const nationalities = await nationalitiesOf(transaction, row.id)
      return done(
        caller.memberId === row.id
          ? presentOwnMember(updated, nationalities)
          : { ...presentListedMember(updated, nationalities), consent: made.value ?? null },
      )
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error)) return refuse(manages ? 'user-exists' : 'conflict')
    throw error
  }
}
