import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { importMembers as route } from '#shared/contract/users.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { hasProof } from '../auth/step-up.ts'
import { receiveTable, type ImportTable } from './import-file.ts'
import { drawMemberNumbers, heldKeys, insertPeople } from './import-repository.ts'
import { readRow, type ImportedPerson, type RowFault } from './import-rows.ts'
import { emailKey, phoneKey } from '../../contact-keys.ts'
import { newMember } from './new-member.ts'

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
      tribe: person.tribe ?? '',
      current_country: person.currentCountry ?? '',
      current_city: person.currentCity ?? '',
      current_village: person.currentVillage ?? '',
      birth_date: person.birthDate,
      birth_country: person.birthCountry ?? '',
      birth_city: person.birthCity ?? '',
      birth_village: person.birthVillage ?? '',
      marital_status: person.maritalStatus ?? '',
      number_of_kids: person.numberOfKids ?? 0,
      occupation: person.occupation ?? '',
      sex: person.sex,
      mothers_first_name: person.mothersFirstName ?? '',
      mothers_last_name: person.mothersLastName ?? '',
      recommended_by: person.recommendedBy ?? '',
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

export const importMembers: Handler<typeof route> = async ({ query, caller, facts }, deps) => {
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  const received = await receiveTable(
    facts.request,
    deps.library.budget.shareOf(`member:${caller.memberId}`),
  )
  if (!received.ok) return received
  const checked = await withoutDuplicates(deps.database.db, await readRows(received.table))
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
  const hashed = await deps.passwords.hash(randomUUID())
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  try {
    return await facts.transact(async (transaction) => {
      await write(deps, transaction, checked, caller, facts.requestId, hashed.value)
      return done(report)
    })
  } catch (error) {
    // A person registered between check and write: the transaction was rolled back.
    if (deps.database.rules.isUniqueViolation(error)) return refuse('user-exists')
    throw error
  }
}
