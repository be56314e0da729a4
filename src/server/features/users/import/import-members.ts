import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { importMembers as route } from '#shared/contract/users.ts'
import { parseCsv, type CsvRow } from '#shared/domain/text/csv-parse.ts'
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_ROWS_MAX,
  readHeader,
  type ImportColumn,
  type ImportFileFault,
} from '#shared/domain/people/member-import.ts'
import { memberActor } from '../../../parts/audit/audit-log.ts'
import { isoNow } from '../../../base/clock.ts'
import { emailKey, phoneKey } from '../../../base/contact-keys.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import type { Deps } from '../../../deps/deps.ts'
import { memberHolder, type ByteBudget } from '../../../base/work-gate.ts'
import type { Caller } from '../../../http/principal/caller.ts'
import type { Handler } from '../../../http/handlers.ts'
import { withinLookUps, type Found } from '../../../records/look-ups/look-up-budget.ts'
import { refuse, done, type Outcome, type Refusal } from '../../../base/outcome.ts'
import { stepUpRefusal } from '../../../records/factors/step-up.ts'
import { receiveFiles, type FileRules } from '../../../records/files/receive-files.ts'
import {
  drawMemberNumbers,
  heldKeys,
  insertPeople,
} from '../../../records/members/import-repository.ts'
import { readRow, type ImportedPerson, type RowFault } from './import-rows.ts'
import { fieldColumns } from '../../../records/members/field-columns.ts'
import { newMember } from '../../../records/members/new-member.ts'

interface ImportTable {
  readonly columns: readonly ImportColumn[]
  readonly rows: readonly CsvRow[]
}

const MEGABYTE = 1024 * 1024
const TOO_LONG = {
  code: 'too-large',
  cause: 'too_large',
  message: `Send at most ${IMPORT_FILE_MAX_BYTES / MEGABYTE} MB`,
} as const
const UNKNOWN_FIELD = {
  code: 'invalid',
  cause: 'unknown_field',
  message: 'Send one file in the field `file`',
} as const

const MESSAGES: Readonly<Record<ImportFileFault, string>> = {
  not_utf8: 'The text is not UTF-8; save the table as “CSV UTF-8”',
  no_rows: 'There is no row below the header',
  unclosed_quote: 'A quotation mark is never closed',
  too_many_rows: `Send at most ${IMPORT_ROWS_MAX} rows`,
  too_many_columns: `Send at most ${IMPORT_COLUMNS_MAX} columns`,
  unknown_column: 'This column is not known; remove it or correct its name',
  missing_column: 'This column is needed',
  duplicate_column: 'This column is there twice',
}
const fault = (code: ImportFileFault, column?: string) => ({
  path: column === undefined ? 'body.file' : `body.file.${column}`,
  code,
  message: MESSAGES[code],
})
const refuseFile = (code: ImportFileFault): Refusal => refuse('invalid', { fields: [fault(code)] })

/** Text of UTF-8 bytes; undefined where they are anything else, UTF-16 and older code pages among them. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function readTable(text: string): { readonly ok: true; readonly table: ImportTable } | Refusal {
  const parsed = parseCsv(text, { rowsMax: IMPORT_ROWS_MAX + 1, columnsMax: IMPORT_COLUMNS_MAX })
  if (!parsed.ok) return refuseFile(parsed.fault)
  const [head, ...rows] = parsed.rows
  if (head === undefined) return refuseFile('no_rows')
  const header = readHeader(head.cells)
  if (!header.ok)
    return refuse('invalid', {
      fields: header.faults.map(({ code, column }) => fault(code, column)),
    })
  return rows.length === 0
    ? refuseFile('no_rows')
    : { ok: true, table: { columns: header.columns, rows } }
}

/**
 * The file of an import: received, decoded and split into rows, or refused with the fault of the
 * whole file. It is never stored: it is read in memory, and dropped with the reply.
 */
async function receiveTable(
  request: FastifyRequest,
  budget: ByteBudget,
): Promise<{ readonly ok: true; readonly table: ImportTable } | Refusal> {
  const received: { text?: string | undefined } = {}
  const rules: FileRules = {
    admit: (field) =>
      field === 'file'
        ? { ok: true, maxBytes: IMPORT_FILE_MAX_BYTES, tooLong: TOO_LONG }
        : { ok: false, fault: UNKNOWN_FIELD },
    take: async ({ bytes }) => {
      received.text = decode(bytes)
      return undefined
    },
  }
  const refusal = await receiveFiles(request, budget, rules)
  if (refusal !== undefined) return refusal
  return received.text === undefined ? refuseFile('not_utf8') : readTable(received.text)
}

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

async function readRows({ columns, rows }: ImportTable): Promise<Checked> {
  const people: { row: number; person: ImportedPerson }[] = []
  const faults: RowFault[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await breathe()
    const read = readRow(row, columns)
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
 * Imports all rows or none, each with an audit row. @param passwordHash of a password that no
 * person knows: members set their own by mail
 */
async function write(
  { audit, clock }: Deps,
  db: Transaction<Schema>,
  { people }: Checked,
  caller: Caller,
  requestId: string,
  passwordHash: string,
): Promise<void> {
  const at = isoNow(clock)
  const numbers = await drawMemberNumbers(db, people.length)
  const rows = people.map(({ person }, index) => ({
    row: rowOf(person, numbers[index] ?? 0, passwordHash, at),
    nationalities: person.nationalities,
  }))
  await insertPeople(db, rows)
  for (const { row } of rows)
    await audit.write(
      {
        actor: memberActor(caller.memberId),
        action: 'member.created',
        target: memberActor(row.id),
        detail: { imported: true },
        requestId,
      },
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
    facts.request,
    deps.library.budget.shareOf(`member:${caller.memberId}`),
  )
  if (!received.ok) return received
  const read = await readRows(received.table)
  const looked = await withinLookUps(
    deps,
    { caller, facts, guesses: received.table.rows.length },
    async () => done(await withoutDuplicates(deps.database.db, read)),
    takenIn,
  )
  if (!looked.ok) return looked
  const checked = looked.value
  const dryRun = query.dryRun !== 'false'
  const report = {
    dryRun,
    rows: received.table.rows.length,
    valid: checked.people.length,
    imported: dryRun ? 0 : checked.people.length,
    faults: [...checked.faults],
  }
  facts.trace({ detail: { dryRun, rows: report.rows, imported: report.imported } })
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
      await write(deps, transaction, checked, caller, facts.requestId, hashed.value)
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
