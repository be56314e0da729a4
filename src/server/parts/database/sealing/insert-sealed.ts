import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from '../schema.ts'
import { sealedColumnsOf } from './sealed-columns.ts'

/** Tables whose ids the database counts up. */
type CountedTable = 'reports' | 'report_evidence' | 'claim_entries' | 'witness_entries'

/** The values of the columns in a row without content; see `isBlank`. */
const blankOf = (column: string): string => (column === 'hidden_words' ? '[]' : '')

/**
 * Inserts a row in two statements, because the seal of a column needs the id, which the database
 * counts up: first with blank columns, then these. Call it in a transaction.
 */
export async function insertSealed<T extends CountedTable>(
  db: Kysely<Schema> | Transaction<Schema>,
  table: T,
  row: Insertable<Schema[T]>,
): Promise<Selectable<Schema[T]>> {
  const given = Object.entries(row)
  const sealed = given.filter(([column]) => sealedColumnsOf(table).includes(column))
  const blanks = sealed.map(([column]) => [column, blankOf(column)] as const)
  // Kysely cannot follow a table that is a type parameter; `row` has the columns of `table`.
  const handle = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const inserted = await handle
    .insertInto(table)
    .values({ ...row, ...Object.fromEntries(blanks) })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (sealed.length === 0) return inserted as Selectable<Schema[T]>
  const complete = await handle
    .updateTable<string>(table)
    .set(Object.fromEntries(sealed))
    .where('id', '=', inserted['id'])
    .returningAll()
    .executeTakeFirstOrThrow()
  return complete as Selectable<Schema[T]>
}
