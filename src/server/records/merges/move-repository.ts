/**
 * Moves what refers to a record to another one, and back. Lists of people are kept by triggers on inserts and deletes, so
 * rows of events and requests are deleted and written anew, under the same id.
 */
import { sql, type Selectable, type Transaction } from 'kysely'
import type { EngineRules } from '../../parts/database/engine.ts'
import type {
  CheckInTable,
  EventRegistrationTable,
  RegistrationRequestTable,
  Schema,
} from '../../parts/database/schema.ts'
import type { MergeState, MovedRegistration } from './merge-state.ts'

interface Way {
  readonly from: number
  readonly to: number
}

/** Columns that name a member, in rows that are otherwise left as they are. A new one needs a line here. */
export const MOVED_COLUMNS = [
  ['cards', 'status_index', 'member_id'],
  ['agreements', 'id', 'member_id'],
  ['reports', 'id', 'reporter_id'],
  ['claims', 'id', 'member_id'],
  ['pledges', 'id', 'member_id'],
  ['donation_receipts', 'id', 'member_id'],
  ['assembly_proxies', 'id', 'giver_id'],
  ['assembly_proxies', 'id', 'holder_id'],
  ['kiosk_devices', 'id', 'enrolled_by'],
  ['kiosk_devices', 'id', 'revoked_by'],
  ['public_copy_changes', 'id', 'changed_by'],
] as const satisfies readonly (readonly [table: keyof Schema, key: string, column: string])[]

export async function moveColumns(
  db: Transaction<Schema>,
  { from, to }: Way,
): Promise<MergeState['moved']> {
  const moved: Record<string, (string | number)[]> = {}
  for (const [table, key, column] of MOVED_COLUMNS) {
    const { rows } = await sql<{ key: string | number }>`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}
      returning ${sql.ref(key)} as key`.execute(db)
    moved[`${table}.${column}`] = rows.map((row) => row.key)
  }
  return moved
}

/** Rows that belong to somebody else since, or are gone, stay as they are. */
export async function moveColumnsBack(
  db: Transaction<Schema>,
  moved: MergeState['moved'],
  { from, to }: Way,
): Promise<void> {
  for (const [table, key, column] of MOVED_COLUMNS) {
    const keys = moved[`${table}.${column}`] ?? []
    if (keys.length > 0)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
        where ${sql.ref(column)} = ${from} and ${sql.ref(key)} in (${sql.join(keys)})`.execute(db)
  }
}

/** A repeated sending is recognised by its account, and the sessions of this one end. */
export const dropRepeatKeys = (db: Transaction<Schema>, memberId: number) =>
  db
    .updateTable('reports')
    .set({ client_key: null, client_body_sha256: null })
    .where('reporter_id', '=', memberId)
    .execute()

/** In force again, where nothing replaced it meanwhile. */
export const restoreCard = (db: Transaction<Schema>, statusIndex: number, memberId: number) =>
  db
    .updateTable('cards')
    .set({ replaced_at: null })
    .where('status_index', '=', statusIndex)
    .where('member_id', '=', memberId)
    .execute()

export const eventsOf = async (
  db: Transaction<Schema>,
  memberIds: readonly number[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('event_registrations')
    .select('event_id as id')
    .where('member_id', 'in', memberIds)
    .union(db.selectFrom('check_ins').select('event_id as id').where('member_id', 'in', memberIds))
    .execute()
  return rows.map(({ id }) => id).sort()
}

type Registration = Selectable<EventRegistrationTable>

const putRegistration = (db: Transaction<Schema>, { kind }: EngineRules, row: Registration) =>
  sql`insert into event_registrations (id, event_id, member_id, state, created_at)
    ${kind === 'postgres' ? sql`overriding system value` : sql``}
    values (${row.id}, ${row.event_id}, ${row.member_id}, ${row.state}, ${row.created_at})`.execute(
    db,
  )

const dropRegistration = (db: Transaction<Schema>, { id }: Registration) =>
  db.deleteFrom('event_registrations').where('id', '=', id).execute()

const registrationAt = (
  db: Transaction<Schema>,
  memberId: number,
  eventId: string,
): Promise<Registration | undefined> =>
  db
    .selectFrom('event_registrations')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()

/** A place comes before the waiting list, and there the earlier one. */
const better = (one: Registration, other: Registration): Registration =>
  (one.state === 'registered') === (other.state === 'registered')
    ? one.id < other.id
      ? one
      : other
    : one.state === 'registered'
      ? one
      : other

/** Of two registrations for one event the better one stays. */
export async function moveRegistrations(
  db: Transaction<Schema>,
  rules: EngineRules,
  { from, to }: Way,
): Promise<MovedRegistration[]> {
  const rows = await db
    .selectFrom('event_registrations')
    .selectAll()
    .where('member_id', '=', from)
    .orderBy('id')
    .execute()
  const moved: MovedRegistration[] = []
  for (const ended of rows) {
    const stays = (await registrationAt(db, to, ended.event_id)) ?? null
    await dropRegistration(db, ended)
    if (stays !== null) await dropRegistration(db, stays)
    const kept = stays === null ? ended : better(ended, stays)
    await putRegistration(db, rules, { ...kept, member_id: to })
    moved.push({ ended, stays })
  }
  return moved
}

/** Whoever left an event since the merge is not put back on its list. */
export async function moveRegistrationsBack(
  db: Transaction<Schema>,
  rules: EngineRules,
  moved: readonly MovedRegistration[],
  staysId: number,
): Promise<void> {
  for (const { ended, stays } of moved) {
    const present = await registrationAt(db, staysId, ended.event_id)
    if (present === undefined) continue
    const isMoved = present.id === ended.id
    if (!isMoved && present.id !== stays?.id) continue // left, and came back
    await dropRegistration(db, present)
    // Whoever was given a place since keeps it.
    await putRegistration(db, rules, isMoved ? { ...ended, state: present.state } : ended)
    if (stays !== null)
      await putRegistration(db, rules, isMoved ? stays : { ...stays, state: present.state })
  }
}

const putCheckIns = async (
  db: Transaction<Schema>,
  rows: readonly Selectable<CheckInTable>[],
  to: number,
): Promise<void> => {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('check_ins').where('id', 'in', ids).execute()
  await db
    .insertInto('check_ins')
    .values(rows.map((row) => ({ ...row, member_id: to })))
    .execute()
}

export async function moveCheckIns(
  db: Transaction<Schema>,
  { from, to }: Way,
  only?: readonly string[],
): Promise<string[]> {
  if (only?.length === 0) return []
  const rows = await db
    .selectFrom('check_ins')
    .selectAll()
    .where('member_id', '=', from)
    .$if(only !== undefined, (query) => query.where('id', 'in', only ?? []))
    .execute()
  await putCheckIns(db, rows, to)
  return rows.map(({ id }) => id)
}

type RequestRow = Selectable<RegistrationRequestTable>

const putRequest = async (db: Transaction<Schema>, row: RequestRow): Promise<void> => {
  await db.deleteFrom('registration_requests').where('id', '=', row.id).execute()
  await db
    .insertInto('registration_requests')
    .values({ ...row, claimed_by: null, claim_expires_at: null })
    .execute()
}

interface Closing {
  readonly by: number
  readonly at: string
  readonly comment: string
}

/** A request that waits is rejected: the person is a member already. Returns the requests as they were. */
export async function moveRequests(
  db: Transaction<Schema>,
  { from, to }: Way,
  { by, at, comment }: Closing,
): Promise<RequestRow[]> {
  const rows = await db
    .selectFrom('registration_requests')
    .selectAll()
    .where('member_id', '=', from)
    .execute()
  for (const row of rows)
    await putRequest(db, {
      ...row,
      member_id: to,
      ...(row.status === 'pending'
        ? { status: 'rejected' as const, comment, decided_by: by, decided_at: at }
        : {}),
    })
  return rows
}

/** A request that was deleted since stays deleted. */
export async function moveRequestsBack(
  db: Transaction<Schema>,
  rows: readonly RequestRow[],
  staysId: number,
): Promise<void> {
  for (const row of rows) {
    const present = await db
      .selectFrom('registration_requests')
      .select('id')
      .where('id', '=', row.id)
      .where('member_id', '=', staysId)
      .executeTakeFirst()
    if (present !== undefined) await putRequest(db, row)
  }
}

export const recoveryCodesOf = (db: Transaction<Schema>, memberId: number) =>
  db.selectFrom('recovery_codes').selectAll().where('member_id', '=', memberId).execute()

export async function insertRecoveryCodes(
  db: Transaction<Schema>,
  rows: MergeState['recoveryCodes'],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('recovery_codes')
      .values([...rows])
      .execute()
}

/** Sessions, devices that were seen and open links end with the row. */
export const removeRecord = (db: Transaction<Schema>, memberId: number) =>
  db.deleteFrom('members').where('id', '=', memberId).execute()

/** The pictures that were chosen belong to the member who stays. */
export async function giveFiles(
  db: Transaction<Schema>,
  ids: readonly string[],
  to: number,
): Promise<void> {
  if (ids.length > 0)
    await db.updateTable('files').set({ owner_id: to }).where('id', 'in', ids).execute()
}

/** Those of these files that are still in use by somebody. */
export async function filesLeft(
  db: Transaction<Schema>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('attached_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
