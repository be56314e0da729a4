/** Queries of reports of witnesses and of their dialogue; rules live in the commands. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Schema, WitnessEntryTable, WitnessReportTable } from '../../parts/database/schema.ts'
import { insertSealed } from '../../parts/database/sealing/insert-sealed.ts'
import type { ReportRow } from '../reports/report-repository.ts'

export type WitnessRow = Selectable<WitnessReportTable>
type EntryRow = Selectable<WitnessEntryTable>

/** Also a deleted report: its witness reads that it is. */
export async function findOfWitness(
  db: Kysely<Schema>,
  reportId: number,
): Promise<{ readonly report: ReportRow; readonly witness: WitnessRow } | undefined> {
  const witness = await db
    .selectFrom('witness_reports')
    .selectAll()
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  const report = await db
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', reportId)
    .executeTakeFirst()
  return witness === undefined || report === undefined ? undefined : { report, witness }
}

export const entriesOf = (db: Kysely<Schema>, reportId: number): Promise<EntryRow[]> =>
  db
    .selectFrom('witness_entries')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute()

/**
 * The report of the same request, sent after `since`; its earlier receipt opens nothing any more.
 * A browser that sends an old form again must not take a report over.
 */
export const renewReceipt = (
  db: Transaction<Schema>,
  {
    repeatMac,
    receiptMac,
    since,
  }: { readonly repeatMac: string; readonly receiptMac: string; readonly since: string },
) =>
  db
    .updateTable('witness_reports')
    .set({ receipt_mac: receiptMac })
    .where('repeat_mac', '=', repeatMac)
    .where('report_id', 'in', (eb) =>
      eb.selectFrom('reports').select('id').where('created_at', '>', since),
    )
    .returning('report_id')
    .executeTakeFirst()

/** False where the same request is filed by another call at this moment. */
export async function insertWitness(
  db: Transaction<Schema>,
  row: Pick<WitnessRow, 'report_id' | 'receipt_mac' | 'repeat_mac'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('witness_reports')
    .values({ ...row, withdrawn_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Adds a message when the writer has seen all others; false when there are newer ones. Staff who
 * write have read what they saw: a file or a withdrawal that came meanwhile stays unread.
 */
export async function addEntry(
  db: Transaction<Schema>,
  {
    seen,
    unread = 0,
    ...entry
  }: Omit<EntryRow, 'id'> & { readonly seen: number; readonly unread?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('witness_reports')
    .set((eb) => ({
      entry_count: eb('entry_count', '+', 1),
      unread:
        entry.author_id === null
          ? eb('unread', '+', 1)
          : eb.case().when('unread', '=', unread).then(0).else(eb.ref('unread')).end(),
    }))
    .where('report_id', '=', entry.report_id)
    .where('entry_count', '=', seen)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await insertSealed(db, 'witness_entries', entry)
  return true
}

/** A day has passed: the same form sent again is a report of its own. */
export const endRepeats = (db: Transaction<Schema>, repeatMac: string) =>
  db
    .updateTable('witness_reports')
    .set({ repeat_mac: null })
    .where('repeat_mac', '=', repeatMac)
    .execute()

/** The witness sent a file, or withdrew. */
export const addUnread = (
  db: Transaction<Schema>,
  reportId: number,
  change: Partial<Pick<WitnessRow, 'withdrawn_at'>> = {},
) =>
  db
    .updateTable('witness_reports')
    .set((eb) => ({ ...change, unread: eb('unread', '+', 1) }))
    .where('report_id', '=', reportId)
    .execute()

/** Where nothing came since `unread` was read. */
export const clearUnread = (db: Transaction<Schema>, reportId: number, unread: number) =>
  db
    .updateTable('witness_reports')
    .set({ unread: 0 })
    .where('report_id', '=', reportId)
    .where('unread', '=', unread)
    .execute()
