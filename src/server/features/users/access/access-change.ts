/** A change of the access of an administrator, which waits for a second one (ADR 0065). */
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { MemberChange } from '#shared/contract/users.ts'
import { fieldsThatWait } from '#shared/domain/access/second-person.ts'
import { isoNow } from '../../../base/clock.ts'
import { done, refuse, type Outcome } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import type { RequestFacts } from '../../../http/handlers.ts'
import type { Caller } from '../../../http/principal/caller.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { mailMember } from '../../../parts/mail/outbox.ts'
import { findConsent } from '../../../records/consents/consent-repository.ts'
import { actOf, isConsentRequired, propose, type Act } from '../../../records/consents/propose.ts'
import {
  accessOf,
  type AccessChange,
  type AccessField,
  type ChangedAccess,
} from '../../../records/members/access-before.ts'
import { changeColumns } from '../../../records/members/change-columns.ts'
import {
  findByEmail,
  findByNumber,
  updateIfUnchanged,
  type MemberRow,
} from '../../../records/members/member-repository.ts'
import { moveSubscriptions } from '../../../records/subscriptions/subscription-repository.ts'
import { announce, endSessions, keepAnAdministrator, phoneColumns } from './access-effects.ts'

interface AccessWish {
  readonly row: MemberRow
  readonly change: MemberChange
  readonly fields: readonly (keyof MemberChange)[]
}

/** Empty for the own account, and where the association has one administrator. */
export async function waitingFields(
  db: Transaction<Schema>,
  caller: Caller,
  { row, change, fields }: AccessWish,
): Promise<readonly AccessField[]> {
  if (caller.memberId === row.id) return []
  const waiting = fieldsThatWait(row, change, fields)
  return waiting.length > 0 && (await isConsentRequired(db)) ? waiting : []
}

const OTHER_WAITS = {
  path: 'params.id',
  code: 'proposal_waits',
  message:
    'Another change of the access of this administrator waits for a confirmation. Decide or withdraw it first',
} as const

const partOf = (change: MemberChange, fields: readonly AccessField[]): ChangedAccess =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([field]) => field !== 'password' && fields.some((one) => one === field),
    ),
  )

/** Returns the id of the proposal. */
export async function proposeAccessChange(
  deps: Deps,
  db: Transaction<Schema>,
  {
    row,
    change,
    waiting,
    passwordHash,
  }: AccessWish & {
    readonly waiting: readonly AccessField[]
    readonly passwordHash: string | undefined
  },
  { caller, facts }: { readonly caller: Caller; readonly facts: RequestFacts },
): Promise<Outcome<string>> {
  if (waiting.includes('email') && (await findByEmail(db, change.email ?? '')) !== undefined)
    return refuse('user-exists')
  const access: AccessChange = {
    fields: waiting,
    change: partOf(change, waiting),
    passwordHash: waiting.includes('password') ? passwordHash : undefined,
    before: accessOf(row),
  }
  const act: Act = { kind: 'access-change', target: `member:${row.id}`, reason: '', access }
  const consent = await propose(deps, db, act, { caller, facts })
  const open = await findConsent(db, consent)
  // One proposal is open at a time. Another one must not pass for this one.
  const stored = open === undefined ? undefined : actOf(deps, open).access
  if (!isDeepStrictEqual(stored, JSON.parse(JSON.stringify(access))))
    return refuse('conflict', { fields: [OTHER_WAITS] })
  await mailMember(deps, db, row, 'access-change-asked', { at: isoNow(deps.clock) })
  return done(consent)
}

/** Makes the change that was confirmed; undefined where the account is another one than at the proposal. */
export async function applyAccessChange(
  deps: Deps,
  db: Transaction<Schema>,
  memberId: number,
  { fields, change, passwordHash, before }: AccessChange,
  { caller, at }: { readonly caller: Caller; readonly at: string },
): Promise<Readonly<Record<string, string>> | undefined> {
  const row = await findByNumber(db, memberId)
  if (row === undefined || !isDeepStrictEqual(accessOf(row), before)) return undefined
  if (change.email !== undefined && (await findByEmail(db, change.email)) !== undefined)
    return undefined
  if ((await keepAnAdministrator(db, row, change)) !== undefined) return undefined
  const columns = {
    ...changeColumns(row, change, at),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...phoneColumns(caller, row, change, fields),
  }
  if (!(await updateIfUnchanged(db, row, columns, undefined))) return undefined
  if (change.email !== undefined) await moveSubscriptions(db, row.email_key, change.email)
  await endSessions(db, deps, caller, row, change, fields, at)
  await announce(db, deps, row, change, fields, at)
  return {
    fields: fields.join(' '),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.status === undefined ? {} : { status: change.status }),
  }
}
