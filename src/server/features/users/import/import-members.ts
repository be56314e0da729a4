import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { importMembers as route } from '#shared/contract/users.ts'
import { isoNow } from '../../../base/clock.ts'
import { emailKey, phoneKey } from '../../../base/contact-keys.ts'
import { refuse, done, type Outcome } from '../../../base/outcome.ts'
import { memberHolder } from '../../../base/work-gate.ts'
import type { Deps } from '../../../deps/deps.ts'
import type { Handler } from '../../../http/handlers.ts'
import type { Caller } from '../../../http/principal/caller.ts'
import { memberActor } from '../../../parts/audit/audit-log.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import {
  agreementRows,
  insertAgreements,
} from '../../../records/agreements/agreement-repository.ts'
import {
  noteEntered,
  readEntryNoticeQueue,
} from '../../../records/agreements/entry-notice-repository.ts'
import { stepUpRefusal } from '../../../records/factors/step-up.ts'
import { withinLookUps, type Found } from '../../../records/look-ups/look-up-budget.ts'
import { fieldColumns } from '../../../records/members/field-columns.ts'
import {
  drawMemberNumbers,
  heldKeys,
  insertPeople,
} from '../../../records/members/import-repository.ts'
import { newMember } from '../../../records/members/new-member.ts'
import { readTermsVersion } from '../../../records/settings/settings-repository.ts'
import { readRow, type ImportedPerson, type RowFault } from './import-rows.ts'
import { receiveTable, type ImportTable } from './receive-table.ts'

/**
 * Rows between two pauses for other requests: reading thousands of rows must not delay the sign-in
 * of a member.
 */
const ROWS_AT_A_STRETCH = 200
/** Most faults in the reply to a refused import; the dry run lists all. */
const FAULTS_TOLD = 100

interface Checked {
  readonly people: readonly { readonly row: number; readonly person: ImportedPerson }[]
  readonly faults: readonly RowFault[]
}

async function readRows({ columns, rows, file }: ImportTable): Promise<Checked> {
  const people: { row: number; person: ImportedPerson }[] = []
  const faults: RowFault[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await breathe()
    const read = readRow(row, columns, file)
    if (read.ok) people.push(read)
    else faults.push(...read.faults)
  }
  return { people, faults }
}

const phoneOf = ({ phone = '' }: ImportedPerson): string => phoneKey(phone)

/** The first of two rows with the same address or number is kept, the later one is a duplicate. */
async function withoutDuplicates(
  db: Kysely<Schema>,
  { people, faults }: Checked,
): Promise<Checked> {
  const held = await heldKeys(
    db,
    people.map(({ person }) => emailKey(person.email)),
    people.map(({ person }) => phoneOf(person)).filter((phone) => phone !== ''),
  )
  const seen = { emails: new Set<string>(), phones: new Set<string>() }
  const found: RowFault[] = []
  const kept = people.filter(({ row, person }) => {
    const [email, phone] = [emailKey(person.email), phoneOf(person)]
    const own: RowFault[] = []
    if (held.emails.has(email)) own.push({ row, column: 'email', code: 'already_member' })
    else if (seen.emails.has(email)) own.push({ row, column: 'email', code: 'duplicate_in_file' })
    if (held.phones.has(phone)) own.push({ row, column: 'phone', code: 'already_member' })
    else if (seen.phones.has(phone)) own.push({ row, column: 'phone', code: 'duplicate_in_file' })
    seen.emails.add(email)
    if (phone !== '') seen.phones.add(phone)
    found.push(...own)
    return own.length === 0
  })
  return {
    people: kept,
    faults: [...faults, ...found].toSorted((one, other) => one.row - other.row),
  }
}

const rowOf = (person: ImportedPerson, id: number, passwordHash: string, at: string) =>
  newMember({
    id,
    email: person.email,
    phone: phoneOf(person),
    passwordHash,
    firstName: person.firstName,
    lastName: person.lastName,
    role: 'ROLE_USER',
    status: 'inactive',
    validated: true,
    at,
    details: {
      ...fieldColumns(person),
      language: person.language ?? 'en',
    },
  })

/**
 * Imports all rows or none, each with an audit row. Without a paper the tribe of nobody is stored: consent to it must be
 * provable (ADR 0087). @param passwordHash of a password that no
 * person knows: members set their own by mail
 */
async function write(
  { audit, clock }: Deps,
  db: Transaction<Schema>,
  { people, paper, byMail }: Checked & { readonly paper: string; readonly byMail: boolean },
  caller: Caller,
  requestId: string,
  passwordHash: string,
): Promise<void> {
  const at = isoNow(clock)
  const numbers = await drawMemberNumbers(db, people.length)
  const rows = people.map(({ person }, index) => ({
    row: rowOf(
      paper === '' ? { ...person, tribe: '' } : person,
      numbers[index] ?? 0,
      passwordHash,
      at,
    ),
    nationalities: person.nationalities,
    language: person.language,
  }))
  await insertPeople(db, rows)
  const termsVersion = await readTermsVersion(db)
  // Each member is asked at the first sign-in, in spite of the paper.
  await insertAgreements(
    db,
    rows.flatMap(({ row: { id, tribe, language } }) =>
      agreementRows({
        memberId: id,
        kinds: tribe === '' ? ['terms'] : ['terms', 'tribe'],
        language,
        source: paper === '' ? 'unknown' : 'staff',
        paper,
        at,
        termsVersion,
      }),
    ),
  )
  await noteEntered(
    db,
    rows.map(({ row: { id }, language }) => ({ memberId: id, language })),
    { byMail, at },
  )
  await audit.writeAll(
    rows.map(({ row }) => ({
      actor: memberActor(caller.memberId),
      action: 'member.created',
      target: memberActor(row.id),
      detail: { imported: true },
      requestId,
    })),
    db,
  )
}

/** Rows of people who are here already. That the others are not is what an import is for, and costs nothing. */
function takenIn(outcome: Outcome<Checked>): Found {
  if (!outcome.ok) return { known: 0, unknown: 0 }
  const rows = outcome.value.faults.filter(({ code }) => code === 'already_member')
  return { known: new Set(rows.map(({ row }) => row)).size, unknown: 0 }
}

export const importMembers: Handler<typeof route> = async ({ query, caller, facts }, deps) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const received = await receiveTable(
    { request: facts.request, memberId: caller.memberId, dateOrder: query.dateOrder },
    deps,
  )
  if (!received.ok) return received
  const table = received.value
  const read = await readRows(table)
  const looked = await withinLookUps(
    deps,
    { caller, facts, guesses: table.rows.length },
    async () => done(await withoutDuplicates(deps.database.db, read)),
    takenIn,
  )
  if (!looked.ok) return looked
  const checked = looked.value
  const dryRun = query.dryRun !== 'false'
  const report = {
    dryRun,
    rows: table.rows.length,
    valid: checked.people.length,
    imported: dryRun ? 0 : checked.people.length,
    faults: [...checked.faults],
    tribes: checked.people.filter(({ person }) => (person.tribe ?? '') !== '').length,
    notices: await readEntryNoticeQueue(deps.database.db, deps.clock),
    reading: table.reading,
  }
  const paper = query.agreementPaper ?? ''
  const byMail = query.informByMail !== 'false'
  facts.trace({
    detail: {
      dryRun,
      rows: report.rows,
      imported: report.imported,
      paper: paper !== '',
      informed: byMail ? report.imported : 0,
    },
  })
  if (dryRun) return facts.transact(async () => done(report)) // nothing changes, but the log records the dry run
  if (checked.faults.length > 0 && query.skipInvalid !== 'true')
    return refuse('invalid', {
      fields: checked.faults.slice(0, FAULTS_TOLD).map(({ row, column, code }) => ({
        path: `body.file.${row}.${column}`,
        code,
        message: 'Correct this row, or import without it',
      })),
    })
  const hashed = await deps.passwords.hash(randomUUID(), memberHolder(caller.memberId))
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  try {
    const outcome = await facts.transact(async (transaction) => {
      await write(
        deps,
        transaction,
        { ...checked, paper, byMail },
        caller,
        facts.requestId,
        hashed.value,
      )
      return done(report)
    })
    await deps.database
      .renewStatistics()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'statistics were not renewed'))
    return outcome
  } catch (error) {
    // A person registered between check and write: the transaction was rolled back.
    if (deps.database.rules.isUniqueViolation(error)) return refuse('user-exists')
    throw error
  }
}
