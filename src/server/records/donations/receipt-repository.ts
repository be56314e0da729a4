import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { type ReceiptCopy, receiptNumber } from '#shared/domain/receipts/tax-receipt.ts'
import type { DonationReceiptTable, Schema } from '../../parts/database/schema.ts'
import { UNREADABLE } from '../../parts/database/sealing/sealed-columns.ts'

const withReference = (db: Kysely<Schema>) =>
  db
    .selectFrom('donation_receipts')
    .innerJoin('pledges', 'pledges.id', 'donation_receipts.pledge_id')
    .selectAll('donation_receipts')
    .select('pledges.reference')

export type ReceiptRow = Selectable<DonationReceiptTable> & { readonly reference: string }

/** Null once the period of the accounts is over, and where no key opens it: one damaged copy must not close the list of a year. */
export const copyOf = ({ copy }: Pick<ReceiptRow, 'copy'>): ReceiptCopy | null =>
  copy === '' || copy === UNREADABLE ? null : (JSON.parse(copy) as ReceiptCopy) // written by `insertReceipt` alone

export const findReceipt = (db: Kysely<Schema>, id: string): Promise<ReceiptRow | undefined> =>
  withReference(db).where('donation_receipts.id', '=', id).executeTakeFirst()

/** Receipts of a year from the last number on, or up from the first. */
export const readReceipts = (
  db: Kysely<Schema>,
  { year, after }: { readonly year: number; readonly after?: number },
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<ReceiptRow[]> =>
  withReference(db)
    .where('year', '=', year)
    .$if(after !== undefined, (query) => query.where('number', '>', after ?? 0))
    .orderBy('number', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()

/** The numbers of the receipts in force, by pledge. */
export async function receiptsInForce(
  db: Kysely<Schema>,
  pledgeIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<ReceiptRow, 'id' | 'year' | 'number'>>> {
  if (pledgeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('donation_receipts')
    .select(['id', 'year', 'number', 'pledge_id'])
    .where('pledge_id', 'in', pledgeIds)
    .where('cancelled_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.pledge_id, row]))
}

export async function receiptYears(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom('donation_receipt_years')
    .select('year')
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}

interface Sums {
  readonly count: number
  readonly cents: number
}

export async function sumReceipts(
  db: Kysely<Schema>,
  year: number,
): Promise<{ readonly inForce: Sums; readonly cancelled: Sums }> {
  const rows = await db
    .selectFrom('donation_receipts')
    .select((eb) => [
      eb('cancelled_at', 'is', null).as('valid'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('cents').as('cents'),
    ])
    .where('year', '=', year)
    .groupBy((eb) => eb('cancelled_at', 'is', null))
    .execute()
  const of = (valid: boolean): Sums => {
    const row = rows.find((one) => Boolean(one.valid) === valid)
    return { count: Number(row?.count ?? 0), cents: Number(row?.cents ?? 0) }
  }
  return { inForce: of(true), cancelled: of(false) }
}

/**
 * The next number of a year. PostgreSQL keeps the row of the year locked until the transaction ends, and SQLite has one writer:
 * a receipt that is not issued gives its number back, and no two get one.
 */
async function takeNumber(db: Transaction<Schema>, year: number): Promise<number> {
  const { last_number: number } = await db
    .insertInto('donation_receipt_years')
    .values({ year, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('year')
        .doUpdateSet((eb) => ({ last_number: eb('donation_receipt_years.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return number
}

/** With the address that stands on each: what is kept of the person. */
export async function receiptsOf(db: Kysely<Schema>, memberId: number) {
  const rows = await db
    .selectFrom('donation_receipts')
    .select(['id', 'year', 'number', 'copy', 'issued_at', 'cancelled_at', 'cancel_reason'])
    .where('member_id', '=', memberId)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map(({ year, number, copy, ...row }) => ({
    number: receiptNumber(year, number),
    issuedAt: row.issued_at,
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
    copy: copyOf({ copy }),
  }))
}

interface NewReceipt {
  readonly pledgeId: string
  readonly memberId: number | null
  readonly copy: ReceiptCopy
  readonly by: number
  readonly at: string
}

/** The pledge is locked by the caller, so that it gets one receipt. */
export async function insertReceipt(
  db: Transaction<Schema>,
  { pledgeId, memberId, copy, by, at }: NewReceipt,
): Promise<ReceiptRow> {
  const year = Number(copy.issuedOn.slice(0, 'yyyy'.length))
  const row = await db
    .insertInto('donation_receipts')
    .values({
      id: randomUUID(),
      year,
      number: await takeNumber(db, year),
      pledge_id: pledgeId,
      member_id: memberId,
      copy: JSON.stringify(copy),
      cents: copy.cents,
      issued_at: at,
      issued_by: by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, reference: copy.reference }
}

/** @returns false where it was cancelled before */
export async function cancelReceipt(
  db: Transaction<Schema>,
  id: string,
  { reason, by, at }: { readonly reason: string; readonly by: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('donation_receipts')
    .set({ cancelled_at: at, cancelled_by: by, cancel_reason: reason })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
