import { sql, type Insertable, type Kysely, type SelectQueryBuilder, type Selectable } from 'kysely'
import type { PledgeSort } from '#shared/contract/donations.ts'
import { PLEDGE_PREFIX, type DonationCause } from '#shared/domain/donations.ts'
import { readReference } from '#shared/domain/text/reference.ts'
import { searchText } from '#shared/domain/text/search-text.ts'
import { fromBound, toBound } from '../../http/paging.ts'
import { countOf } from '../../parts/database/engine.ts'
import { holdsWord } from '../../parts/database/holds-word.ts'
import type { PledgeDecisionTable, PledgeTable, Schema } from '../../parts/database/schema.ts'
import { searchWords } from '../members/member-list-repository.ts'

export type PledgeRow = Selectable<PledgeTable>
export type NewPledge = Omit<
  Insertable<PledgeTable>,
  | 'search_text'
  | 'status'
  | 'note'
  | 'received_on'
  | 'received_cents'
  | 'received_currency'
  | 'counted_cents'
  | 'decided_by'
  | 'decided_at'
>

/** @returns false when the reference is taken, or the id */
export async function insertPledge(db: Kysely<Schema>, pledge: NewPledge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pledges')
    .values({
      ...pledge,
      search_text: searchText([pledge.name, pledge.email]),
      status: 'pledged',
      note: '',
      decided_by: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const hasPledges = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('pledges').select('id').limit(1).executeTakeFirst()) !== undefined

/** Received money by cause, in hundredths: what arrived, not what was promised. */
export async function raisedByCause(
  db: Kysely<Schema>,
): Promise<ReadonlyMap<DonationCause, number>> {
  const rows = await db
    .selectFrom('pledges')
    .select((eb) => ['cause', eb.fn.sum<number>('counted_cents').as('raised')])
    .where('status', '=', 'confirmed')
    .groupBy('cause')
    .execute()
  return new Map(rows.map(({ cause, raised }) => [cause, Number(raised)]))
}

export interface PledgeFilters {
  readonly q?: string | undefined
  readonly status?: PledgeTable['status'] | undefined
  readonly cause?: DonationCause | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}
type Filtered = SelectQueryBuilder<Schema, 'pledges', object>

export function filterPledges(
  db: Kysely<Schema>,
  { q = '', status, cause, from, to }: PledgeFilters,
): Filtered {
  let query: Filtered = db.selectFrom('pledges')
  if (status !== undefined) query = query.where('status', '=', status)
  if (cause !== undefined) query = query.where('cause', '=', cause)
  if (from !== undefined) query = query.where('created_at', '>=', fromBound(from))
  if (to !== undefined) query = query.where('created_at', '<=', toBound(to))
  const reference = readReference(PLEDGE_PREFIX, q)
  if (reference !== undefined) return query.where('reference', '=', reference)
  for (const word of searchWords(q)) query = query.where(holdsWord('pledges.search_text', word))
  return query
}

export function readPledges(
  query: Filtered,
  sort: PledgeSort = '-createdAt',
): Promise<PledgeRow[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = sort.endsWith('amountUsd') ? 'amount_usd' : 'created_at'
  return query
    .selectAll()
    .orderBy(column, direction)
    .orderBy('created_at', 'desc')
    .orderBy('id', direction)
    .execute()
}

/** The next pledges after the last one that was sent, newest first. */
export function readPledgesAfter(
  db: Kysely<Schema>,
  filters: PledgeFilters,
  last: PledgeRow | undefined,
  max: number,
): Promise<PledgeRow[]> {
  const filtered = filterPledges(db, filters)
  const { created_at: at, id } = last ?? { created_at: '', id: '' }
  const rest =
    last === undefined
      ? filtered
      : filtered.where((eb) =>
          eb.or([
            eb('created_at', '<', at),
            eb.and([eb('created_at', '=', at), eb('id', '<', id)]),
          ]),
        )
  return rest.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(max).execute()
}

export const findPledge = (db: Kysely<Schema>, id: string): Promise<PledgeRow | undefined> =>
  db.selectFrom('pledges').selectAll().where('id', '=', id).executeTakeFirst()

/** Nobody decides about the pledge until the transaction ends. */
export const lockPledge = (db: Kysely<Schema>, id: string): Promise<PledgeRow | undefined> =>
  db
    .updateTable('pledges')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

type NewDecision = Pick<
  PledgeRow,
  | 'status'
  | 'note'
  | 'received_on'
  | 'received_cents'
  | 'received_currency'
  | 'counted_cents'
  | 'decided_by'
> & {
  readonly decided_at: string
}

/**
 * Returns the decided row for exactly one of several simultaneous decisions; each decision stays in
 * the history.
 */
export async function decidePledge(
  db: Kysely<Schema>,
  id: string,
  from: PledgeRow['status'],
  decision: NewDecision,
): Promise<PledgeRow | undefined> {
  const row = await db
    .updateTable('pledges')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined)
    await db
      .insertInto('pledge_decisions')
      .values({ pledge_id: id, ...decision })
      .execute()
  return row
}

export type DecisionRow = Selectable<PledgeDecisionTable>

export async function decisionsOf(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DecisionRow[]>> {
  const byPledge = new Map<string, DecisionRow[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return byPledge
  const rows = await db
    .selectFrom('pledge_decisions')
    .selectAll()
    .where('pledge_id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const row of rows) byPledge.get(row.pledge_id)?.push(row)
  return byPledge
}

/** In hundredths: what arrived of confirmed pledges, what was promised of the others. */
export async function sumPledges(db: Kysely<Schema>) {
  const rows = await db
    .selectFrom('pledges')
    .select((eb) => [
      'status',
      'cause',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>(eb.fn.coalesce('counted_cents', sql<number>`amount_usd * 100`)).as('cents'),
    ])
    .groupBy(['status', 'cause'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count), cents: Number(row.cents) }))
}

/** Counts the pledges up to `max`, and no further. */
export const countPledges = (
  db: Kysely<Schema>,
  filters: PledgeFilters,
  max: number,
): Promise<number> =>
  countOf(db.selectFrom(filterPledges(db, filters).select('id').limit(max).as('counted')))
