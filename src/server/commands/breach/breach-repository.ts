/** What the audit log says about one actor in a period, and who the people in it are. No sealed column is read. */
import type { Kysely } from 'kysely'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** Both ends are included. */
export interface Period {
  readonly from: string
  readonly until: string
}

/** Someone to tell, from one of the tables that hold people. */
export interface Contact {
  /** `WLD_10004217` of a member is made from the number; a reference of a claim or a pledge. */
  readonly id: number | string
  readonly memberId: number | null
  readonly name: string
  readonly email: string
  readonly language: Language | null
}

/** Whether the log or the table of members knows the actor: finds a mistyped id. */
export async function isKnownActor(db: Kysely<Schema>, actor: string): Promise<boolean> {
  const inLog = await db
    .selectFrom('audit')
    .select('seq')
    .where((eb) => eb.or([eb('actor', '=', actor), eb('target', '=', actor)]))
    .limit(1)
    .executeTakeFirst()
  if (inLog !== undefined || !actor.startsWith('member:')) return inLog !== undefined
  const id = Number(actor.slice('member:'.length))
  return (
    (await db.selectFrom('members').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  )
}

/** Each action of the actor with each target once. */
export const actsOf = (db: Kysely<Schema>, actor: string, { from, until }: Period) =>
  db
    .selectFrom('audit')
    .select(['action', 'target'])
    .distinct()
    .where('actor', '=', actor)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .orderBy('action')
    .orderBy('target')
    .execute()

/** When the oldest row was written; undefined where no row was deleted at the end of its time. */
export async function logBeginsAt(db: Kysely<Schema>): Promise<string | undefined> {
  const head = await db.selectFrom('audit_head').select('base_seq').executeTakeFirst()
  if (head === undefined || Number(head.base_seq) === 0) return undefined
  return (await db.selectFrom('audit').select('at').orderBy('seq').limit(1).executeTakeFirst())?.at
}

const MEMBER_COLUMNS = ['id', 'first_name', 'last_name', 'email', 'language'] as const

/** @param ids undefined for all members */
export const membersAfter = (
  db: Kysely<Schema>,
  last: number,
  { ids, limit }: { readonly ids: readonly number[] | undefined; readonly limit: number },
) =>
  db
    .selectFrom('members')
    .select(MEMBER_COLUMNS)
    .where('id', '>', last)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Members that the device recorded, also those whose check-ins arrived later. */
export async function checkedInBy(
  db: Kysely<Schema>,
  device: string,
  { from, until }: Period,
): Promise<number[]> {
  const rows = await db
    .selectFrom('check_ins')
    .select('member_id')
    .distinct()
    .where('device_id', '=', device)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .execute()
  return rows.map((row) => row.member_id)
}

export async function attendeesOf(db: Kysely<Schema>, event: string): Promise<number[]> {
  const rows = await db
    .selectFrom('attendees')
    .select('member_id')
    .where('event_id', '=', event)
    .execute()
  return rows.map((row) => row.member_id)
}

/** Givers and holders of voices at an assembly. */
export async function proxiesOf(db: Kysely<Schema>, event: string): Promise<number[]> {
  const rows = await db
    .selectFrom('assembly_proxies')
    .select(['giver_id', 'holder_id'])
    .where('event_id', '=', event)
    .execute()
  return rows.flatMap((row) => [row.giver_id, row.holder_id])
}

/** @param report undefined for the reporters of all reports */
export async function reportersOf(db: Kysely<Schema>, report?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reports')
    .select('reporter_id')
    .distinct()
    .$if(report !== undefined, (query) => query.where('id', '=', report ?? 0))
    .execute()
  return rows.flatMap((row) => row.reporter_id ?? [])
}

export const reportOf = async (db: Kysely<Schema>, evidence: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('report_evidence')
      .select('report_id')
      .where('id', '=', evidence)
      .executeTakeFirst()
  )?.report_id

export async function applicants(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db.selectFrom('registration_requests').select('member_id').execute()
  return rows.map((row) => row.member_id)
}

/** @param claim undefined for the senders of all messages */
export async function sendersOf(db: Kysely<Schema>, claim?: string): Promise<Contact[]> {
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'member_id', 'first_name', 'last_name', 'email', 'language'])
    .$if(claim !== undefined, (query) => query.where('id', '=', claim ?? ''))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    language: row.language,
  }))
}

/** Givers whose name or address is known. @param reference undefined for all pledges */
export async function giversOf(db: Kysely<Schema>, reference?: string): Promise<Contact[]> {
  const rows = await db
    .selectFrom('pledges')
    .select(['reference', 'member_id', 'name', 'email'])
    .where((eb) =>
      eb.or([eb('email', '<>', ''), eb('name', '<>', ''), eb('member_id', 'is not', null)]),
    )
    .$if(reference !== undefined, (query) => query.where('reference', '=', reference ?? ''))
    .execute()
  return rows.map((row) => ({
    id: row.reference,
    memberId: row.member_id,
    name: row.name,
    email: row.email,
    language: null,
  }))
}

export async function subscribers(db: Kysely<Schema>): Promise<Contact[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'email', 'language'])
    .where('email', '<>', '')
    .execute()
  return rows.map((row) => ({ ...row, memberId: null, name: '' }))
}
