import type { Transaction } from 'kysely'
import { PAGE_SIZE_DEFAULT, UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import type * as contract from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { canCreateMember } from '#shared/domain/people/member-permissions.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../parts/security/guessable-password.ts'
import { agreementRows, insertAgreements } from '../../records/agreements/agreement-repository.ts'
import {
  findEntryNotice,
  noteEntered,
  presentEntryNotice,
} from '../../records/agreements/entry-notice-repository.ts'
import type { ConsentActs } from '../../records/consents/carry-out.ts'
import { eraseMember } from '../../records/erasure/erasure-repository.ts'
import { sendErasureReceipt } from '../../records/erasure/send-receipt.ts'
import { tellGivers } from '../../records/events/voice-mails.ts'
import { recordProof } from '../../records/factors/step-up-repository.ts'
import { missingFactor, stepUpRefusal } from '../../records/factors/step-up.ts'
import { attachFiles, claimsOf } from '../../records/files/own-files.ts'
import { isMemberHeld } from '../../records/holds/hold-repository.ts'
import { oneLookUp, withinLookUps, type Found } from '../../records/look-ups/look-up-budget.ts'
import { changeColumns } from '../../records/members/change-columns.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../../records/members/list-limits.ts'
import {
  nationalitiesOfAll,
  readMembers,
  countActiveAdministrators,
  lockAdministrators,
} from '../../records/members/member-list-repository.ts'
import {
  drawMemberNumber,
  findMergedInto,
  presentNumber,
} from '../../records/members/member-number-repository.ts'
import { planMembers } from '../../records/members/member-plan-repository.ts'
import {
  findByEmail,
  findByNumber,
  findHoldersOfPhone,
  insertMember,
  nationalitiesOf,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { newMember } from '../../records/members/new-member.ts'
import { deletingRefusal, targetOf } from '../../records/members/policy.ts'
import {
  presentFoundMember,
  presentFullMember,
  presentListedMember,
} from '../../records/members/present.ts'
import { presentMerges } from '../../records/merges/present.ts'
import { findDuplicates } from '../../records/requests/find-duplicates.ts'
import { readTermsVersion } from '../../records/settings/settings-repository.ts'
import { applyAccessChange } from './access/access-change.ts'
import { undoEmailChange } from './access/undo-email-change.ts'
import { exportMembers } from './export-members.ts'
import { keepIdleMember, listIdleMembers } from './idle-members.ts'
import { importMembers } from './import/import-members.ts'
import { phoneRefusal, updateMember } from './update-member.ts'

const saysTheSame = (held: string, asked: string | undefined): boolean =>
  asked === undefined || foldForSearch(held).includes(foldForSearch(asked).trim())

/**
 * Exact matches only: the search serves a desk and is not a directory. Each given key finds members
 * alone; names only narrow the result, so that a caller cannot list members by guessing names.
 */
const searchUser: Handler<typeof contract.searchUser> = ({ body, caller, facts }, deps) => {
  const { database, library } = deps
  const { db } = database
  const keys = [body.id, body.email, body.phone].filter((key) => key !== undefined).length
  let unmatched = keys
  const search = async () => {
    const asked = body.id === undefined ? undefined : parseMemberNumber(body.id)
    const number = asked === undefined ? undefined : await presentNumber(db, asked)
    const narrowed = (rows: readonly (MemberRow | undefined)[]): MemberRow[] =>
      rows.filter(
        (row): row is MemberRow =>
          row !== undefined &&
          saysTheSame(row.first_name, body.firstName) &&
          saysTheSame(row.last_name, body.lastName),
      )
    const found = await Promise.all([
      number === undefined ? [] : findByNumber(db, number).then((row) => narrowed([row])),
      body.email === undefined ? [] : findByEmail(db, body.email).then((row) => narrowed([row])),
      body.phone === undefined
        ? []
        : findHoldersOfPhone(db, database.rules, body.phone).then(narrowed),
    ])
    unmatched = keys - found.filter(({ length }) => length > 0).length
    const rows = new Map(found.flat().map((row) => [row.id, row]))
    const people = [...rows.values()].map((row) =>
      presentFoundMember(
        row,
        row.card_photo_file === null
          ? null
          : library.sign(row.card_photo_file, 'card', caller.sessionId),
      ),
    )
    facts.trace({
      target: [...rows.keys()].map((id) => `member:${id}`).join(' '),
      detail: {
        byId: body.id !== undefined,
        byEmail: body.email !== undefined,
        byPhone: body.phone !== undefined,
        found: people.length,
      },
    })
    const [only] = people
    return done(people.length === 1 && only !== undefined ? only : people)
  }
  return withinLookUps(deps, { caller, facts, guesses: keys }, search, () => ({
    known: keys - unmatched,
    unknown: unmatched,
  }))
}

/** The number of a record that was merged finds the member. */
async function presentWords(
  { database: { db } }: Pick<Deps, 'database'>,
  q: string | undefined,
): Promise<string | undefined> {
  const number = q === undefined ? undefined : parseMemberNumber(q)
  const into = number === undefined ? undefined : await findMergedInto(db, number)
  return into === undefined ? q : String(into)
}

const listMembers: Handler<typeof contract.listMembers> = async (
  { query: asked, caller, facts },
  deps,
) => {
  const { db, rules } = deps.database
  const query = { ...asked, q: await presentWords(deps, asked.q) }
  const tooOften = await plainRefusal(deps, caller.memberId, 'user.list', query)
  if (tooOften !== undefined) return tooOften
  const { page, size = PAGE_SIZE_DEFAULT } = query
  const plan = await planMembers(db, rules, query, {
    sort: query.sort ?? '-createdAt',
    rows: page === undefined ? UNPAGED_MAX + 1 : page * size,
  })
  const result = await readPage(
    db,
    query,
    plan.filtered,
    (filtered) => readMembers(db, plan.order(filtered)),
    { count: plan.count },
  )
  const { length } = result.kind === 'page' ? result.page.items : result.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'user.list', query, length)
  if (usedUp !== undefined) return usedUp
  await logBulk(deps, caller.memberId, 'user.list', query, length, facts.requestId)
  const present = async (rows: readonly MemberRow[]) => {
    const nationalities = await nationalitiesOfAll(db, rows)
    return rows.map((row) => presentListedMember(row, nationalities.get(row.id) ?? []))
  }
  if (result.kind === 'page')
    return done({ ...result.page, items: await present(result.page.items) })
  markTruncated(facts.reply, result.truncated)
  return done(await present(result.rows))
}

const readMember: Handler<typeof contract.readMember> = async ({ params, facts }, deps) => {
  const { database } = deps
  const number = parseMemberNumber(params.id)
  const member =
    number === undefined
      ? undefined
      : await findByNumber(database.db, await presentNumber(database.db, number))
  if (member === undefined) return refuse('not-found')
  facts.trace({ target: `member:${member.id}` })
  return done({
    ...presentFullMember(member, await nationalitiesOf(database.db, member.id)),
    duplicates: await findDuplicates(database.db, database.rules, member),
    merges: await presentMerges(deps, database.db, member.id),
    entryNotice: presentEntryNotice(await findEntryNotice(database.db, member.id)),
  })
}

interface EnteredMember {
  readonly memberId: number
  readonly body: Parameters<Handler<typeof contract.createMember>>[0]['body']
  readonly paper: string
  readonly byMail: boolean
  readonly at: string
}

const TERMS = ['terms'] as const
const TERMS_AND_TRIBE = ['terms', 'tribe'] as const

/** Whoever is entered by staff is asked at the first sign-in, with or without a paper. A job sends the mail (ADR 0100). */
async function noteEnteredMember(
  db: Transaction<Schema>,
  { memberId, body, paper, byMail, at }: EnteredMember,
): Promise<void> {
  const language = body.language ?? 'en'
  const kinds = body.tribe === undefined || body.tribe === '' ? TERMS : TERMS_AND_TRIBE
  const source = paper === '' ? 'unknown' : 'staff'
  await insertAgreements(
    db,
    agreementRows({
      memberId,
      kinds,
      language,
      source,
      paper,
      at,
      termsVersion: await readTermsVersion(db),
    }),
  )
  await noteEntered(db, [{ memberId, language: body.language }], { byMail, at })
}

/** Staff-made accounts are validated and inactive, whatever the call says (docs/spec/members.md, 5). */
const createMember: Handler<typeof contract.createMember> = async (
  { body, caller, facts },
  deps,
) => {
  const { database, passwords, clock } = deps
  const role = body.role ?? 'ROLE_USER'
  if (!canCreateMember(caller, roleOf(role))) return refuse('administrator-protected')
  const badPhone = phoneRefusal(body.phone)
  if (badPhone !== undefined) return badPhone
  if (isGuessable(body.password, body)) return refuse('invalid', { fields: [GUESSABLE_PASSWORD] })
  const hashed = await passwords.hash(body.password, memberHolder(caller.memberId))
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  const at = isoNow(clock)
  const number = await drawMemberNumber(database.db)
  const {
    password: _password,
    status: _status,
    connectionMethod = 'email',
    agreementPaper = '',
    informByMail = true,
    ...fields
  } = body
  const base = newMember({
    id: number,
    email: body.email,
    phone: body.phone ?? '',
    passwordHash: hashed.value,
    firstName: body.firstName,
    lastName: body.lastName,
    role,
    status: 'inactive',
    validated: true,
    at,
    details: {
      // Until they are known there is no card to sign: `card-incomplete`.
      birth_date: body.birthDate ?? '',
      sex: body.sex ?? '',
      connection_method: connectionMethod,
      card_photo_file: body.wldCardPhoto,
      id_front_file: body.idProofPhotoFront,
      id_back_file: body.idProofPhotoBack,
    },
  })
  try {
    return await facts.transact(async (transaction) => {
      await insertMember(
        transaction,
        { ...base, ...changeColumns(base as MemberRow, fields, at) },
        body.nationalities ?? [],
      ) // an insertable row has every column
      const faults = await attachFiles(transaction, claimsOf(body), {
        uploaderId: caller.memberId,
        ownerId: number,
        at,
      })
      if (faults.length > 0) return refuse('invalid', { fields: faults })
      await noteEnteredMember(transaction, {
        memberId: number,
        body,
        paper: agreementPaper,
        byMail: informByMail,
        at,
      })
      facts.trace({
        target: `member:${number}`,
        detail: { role, paper: agreementPaper !== '', informed: informByMail ? 1 : 0 },
      })
      const created = await findByNumber(transaction, number)
      if (created === undefined) throw new Error('The member is gone right after creation')
      return done(presentListedMember(created, await nationalitiesOf(transaction, number)))
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error)) return refuse('user-exists')
    throw error
  }
}

const deleteMember: Handler<typeof contract.deleteMember> = async (
  { params, caller, facts },
  deps,
) => {
  const { database } = deps
  const number = parseMemberNumber(params.id)
  const row = number === undefined ? undefined : await findByNumber(database.db, number)
  if (row === undefined) return refuse('not-found')
  const refusal = deletingRefusal(caller, targetOf(row))
  if (refusal !== undefined) return refuse(refusal)
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven // this cannot be undone
  return facts.transact(async (transaction) => {
    if (row.role === 'ROLE_ADMIN' && row.status === 'active') {
      await lockAdministrators(transaction)
      if ((await countActiveAdministrators(transaction)) <= 1) return refuse('last-administrator')
    }
    const present = await findByNumber(transaction, row.id)
    if (present === undefined) return refuse('not-found')
    // The member became an administrator since the check, and is protected as one.
    if (present.role !== row.role || present.status !== row.status) return refuse('conflict')
    if (await isMemberHeld(transaction, row.id)) return refuse('held')
    await tellGivers(deps, transaction, row.id)
    const counts = await eraseMember(deps, transaction, row)
    const receipt = await sendErasureReceipt(deps, transaction, row, {
      at: isoNow(deps.clock),
      rule: 'staff',
      counts,
    })
    facts.trace({ target: `member:${row.id}`, detail: { receipt } })
    return done({ deleted: true })
  })
}

const validatePassword: Handler<typeof contract.validatePassword> = async (
  { body, caller, facts },
  deps,
) => {
  if (parseMemberNumber(body.id) !== caller.memberId) return refuse('forbidden')
  const member = await findByNumber(deps.database.db, caller.memberId)
  // Sign-in trims what is typed (docs/spec/sign-in.md, 1); the same password must be right here.
  const checked = await deps.passwords.verify(
    body.password.trim(),
    member?.password_hash,
    memberHolder(caller.memberId),
  )
  if (!checked.ok) return refuse('busy', { retryAfterS: 2 })
  const valid = checked.value
  return facts.transact(async (transaction) => {
    const inside = { ...deps, database: { ...deps.database, db: transaction } }
    if (valid) await recordProof(inside, caller.sessionId, { kind: 'password' })
    facts.trace({ target: `member:${caller.memberId}`, detail: { valid } })
    const methods = valid ? await missingFactor(inside, caller) : []
    return done({ valid, ...(methods.length === 0 ? {} : { methods: [...methods] }) })
  })
}

const isOwn = ({ params, caller }: Parameters<typeof updateMember>[0]): boolean =>
  parseMemberNumber(params.id) === caller.memberId

/** A new address is what the call is for, and is no guess that failed. */
const takenEmail = (outcome: Outcome<unknown>): Found => ({
  known: !outcome.ok && outcome.code === 'user-exists' ? 1 : 0,
  unknown: 0,
})

export const usersHandlers: HandlersOf<typeof contract.usersRoutes> = {
  'user.list': listMembers,
  'user.read': oneLookUp(readMember),
  'user.update': oneLookUp(updateMember, { isFree: isOwn }),
  'user.delete': oneLookUp(deleteMember),
  'user.idle': listIdleMembers,
  'user.keepIdle': oneLookUp(keepIdleMember),
  'user.create': oneLookUp(createMember, { foundIn: takenEmail }),
  'user.validatePassword': validatePassword,
  'user.export': exportMembers,
  'user.import': importMembers,
  'email.undo': undoEmailChange,
  'user.search': searchUser,
}

/** What a confirmed proposal does to members. */
export const memberActs = {
  'access-change': async (deps, db, { id, access, at, caller }) => {
    const detail = access && (await applyAccessChange(deps, db, id, access, { caller, at }))
    return detail && { action: 'member.updated', detail }
  },
  'member-export': async (_deps, _db, { reason }) => ({
    action: 'member.export-permitted',
    detail: { reason },
  }),
} as const satisfies Partial<ConsentActs>
