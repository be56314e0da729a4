/** Queries of merges, and what the rules ask about the two records; the rules are in `domain/access/merge-rules.ts`. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import type { MergeRow } from './merge-state.ts'

export const insertMerge = (db: Transaction<Schema>, row: MergeRow) =>
  db.insertInto('member_merges').values(row).execute()

/** Newest first; those whose period is over are left out. */
export const listKeptMerges = (
  db: Kysely<Schema>,
  staysId: number,
  since: string,
): Promise<MergeRow[]> =>
  db
    .selectFrom('member_merges')
    .selectAll()
    .where('stays_id', '=', staysId)
    .where('sealed', '<>', '')
    .where('merged_at', '>', since)
    .orderBy('merged_at', 'desc')
    .orderBy('id')
    .execute()

/** All merges into a member, also those that cannot be undone any more. */
export const listMergesInto = (db: Kysely<Schema>, staysId: number): Promise<MergeRow[]> =>
  db
    .selectFrom('member_merges')
    .selectAll()
    .where('stays_id', '=', staysId)
    .orderBy('merged_at')
    .execute()

export const findMerge = (
  db: Kysely<Schema>,
  id: string,
  since: string,
): Promise<MergeRow | undefined> =>
  db
    .selectFrom('member_merges')
    .selectAll()
    .where('id', '=', id)
    .where('sealed', '<>', '')
    .where('merged_at', '>', since)
    .executeTakeFirst()

/** Takes the row away for its undo: true for exactly one of several calls. */
export async function takeMerge(db: Transaction<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member_merges')
    .where('id', '=', id)
    .where('sealed', '<>', '')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Earlier merges into the record that ends lead to the one that stays; returns their ids. */
export async function repointMerges(
  db: Transaction<Schema>,
  { from, to }: { readonly from: number; readonly to: number },
  ids?: readonly string[],
): Promise<string[]> {
  if (ids?.length === 0) return []
  const rows = await db
    .updateTable('member_merges')
    .set({ stays_id: to })
    .where('stays_id', '=', from)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The row stays, because the old number leads to the present one. */
export async function forgetMerge(db: Transaction<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member_merges')
    .set({ sealed: '', reason: '' })
    .where('id', '=', id)
    .where('sealed', '<>', '')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const resealMerge = (db: Transaction<Schema>, id: string, sealed: string) =>
  db.updateTable('member_merges').set({ sealed }).where('id', '=', id).execute()

/** Events that are an assembly and that both took part in: in person, by a voice given, or by one carried. */
export async function sharedAssemblies(
  db: Kysely<Schema>,
  one: number,
  other: number,
): Promise<boolean> {
  const took = (id: number) => sql`(
    exists (select 1 from check_ins where check_ins.event_id = assemblies.event_id and check_ins.member_id = ${id})
    or exists (select 1 from assembly_proxies where assembly_proxies.event_id = assemblies.event_id
      and (assembly_proxies.giver_id = ${id} or assembly_proxies.holder_id = ${id})))`
  const row = await db
    .selectFrom('assemblies')
    .select('event_id')
    .where(sql<boolean>`${took(one)} and ${took(other)}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Events at which both came in: they may be two people. */
export async function countSharedEvents(
  db: Kysely<Schema>,
  one: number,
  other: number,
): Promise<number> {
  const { n } = await db
    .selectFrom('check_ins')
    .innerJoin('check_ins as others', 'others.event_id', 'check_ins.event_id')
    .select(sql<number | string>`count(distinct check_ins.event_id)`.as('n'))
    .where('check_ins.member_id', '=', one)
    .where('others.member_id', '=', other)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const isUploading = async (
  db: Kysely<Schema>,
  memberId: number,
  at: string,
): Promise<boolean> =>
  (await db
    .selectFrom('evidence_uploads')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', 'in', ['open', 'finishing'])
    .where('expires_at', '>', at)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A request of the member that another reviewer than the caller has open. */
export const isClaimed = async (
  db: Kysely<Schema>,
  memberId: number,
  { callerId, at }: { readonly callerId: number; readonly at: string },
): Promise<boolean> =>
  (await db
    .selectFrom('registration_requests')
    .select('id')
    .where('member_id', '=', memberId)
    .where('status', '=', 'pending')
    .where('claimed_by', 'is not', null)
    .where('claimed_by', '<>', callerId)
    .where('claim_expires_at', '>', at)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What moves with a record, counted for the reviewer. */
const COUNTED = {
  cards: ['cards', 'member_id'],
  reports: ['reports', 'reporter_id'],
  registrations: ['event_registrations', 'member_id'],
  checkIns: ['check_ins', 'member_id'],
  voicesGiven: ['assembly_proxies', 'giver_id'],
  voicesCarried: ['assembly_proxies', 'holder_id'],
  claims: ['claims', 'member_id'],
  pledges: ['pledges', 'member_id'],
  requests: ['registration_requests', 'member_id'],
  factors: ['factors', 'member_id'],
} as const
type CountedRecords = {
  readonly [K in keyof typeof COUNTED | 'sessions' | 'passes']: number
}

export async function countRecords(db: Kysely<Schema>, memberId: number): Promise<CountedRecords> {
  const total = async (from: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${from}`.execute(
      db,
    )
    return Number(rows[0]?.n ?? 0)
  }
  const counts = await Promise.all(
    Object.entries(COUNTED).map(async ([name, [table, column]]) => [
      name,
      await total(sql`${sql.table(table)} where ${sql.ref(column)} = ${memberId}`),
    ]),
  )
  return {
    ...(Object.fromEntries(counts) as Omit<CountedRecords, 'sessions' | 'passes'>), // one entry each
    sessions: await total(sql`sessions where member_id = ${memberId} and ended_at is null`),
    passes: await total(
      sql`wallet_passes inner join cards on cards.status_index = wallet_passes.card_index
        where cards.member_id = ${memberId} and wallet_passes.is_void = 0`,
    ),
  }
}
