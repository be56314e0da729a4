/**
 * Writes the sealed columns of a table anew under the newest key, while servers read and write it:
 * each row is written only where it still holds what was read.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../parts/database/engine.ts'
import { keyIdOf, type KeyRing } from '../parts/database/sealing/key-ring.ts'
import { contextOf, isOutdated, sealValues } from '../parts/database/sealing/seal-row.ts'
import {
  isBlank,
  sealedColumnsOf,
  UNREADABLE,
  WHOLE_INDEXES,
  type SealedTable,
} from '../parts/database/sealing/sealed-columns.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { claimSearchText } from '../records/claims/claim-repository.ts'
import { searchColumnsOf } from '../records/reports/search-columns.ts'

const ROWS_AT_ONCE = 100

type Row = Readonly<Record<string, unknown>> & { readonly id: number | string }

/** The index columns that follow from an open row. */
const INDEXES: Readonly<Partial<Record<SealedTable, (row: Row) => Record<string, unknown>>>> = {
  reports: (row) => ({ ...searchColumnsOf(row as never) }), // a whole row of `reports`
  claims: (row) => ({ search_text: claimSearchText(row as never) }), // a whole row of `claims`
}

/** True where a sealed column still holds plain text. */
const isPlain = (table: SealedTable, row: Row): boolean =>
  sealedColumnsOf(table).some((column) => {
    const value = row[column]
    return typeof value === 'string' && !isBlank(value) && keyIdOf(value) === undefined
  })

export interface Resealed {
  readonly rewritten: number
  /** Rows that changed in between; a further pass finds them. */
  readonly missed: number
  /** Rows with a value that no key opens; they stay as they are. */
  readonly unreadable: readonly (number | string)[]
}

export interface Resealing {
  readonly raw: Database
  readonly ring: KeyRing
  /** `plain`: only rows that were never sealed. */
  readonly wanted: 'plain' | 'outdated'
  /** Called after each batch with the number of rows that were looked at. */
  readonly onBatch?: (looked: number) => void
}

const rowsAfter = async ({ raw }: Resealing, table: SealedTable, last: Row | undefined) => {
  const after: RawBuilder<unknown> = last === undefined ? sql`1 = 1` : sql`id > ${last.id}`
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${after} order by id limit ${ROWS_AT_ONCE}`.execute(
    raw.jobs,
  )
  return rows
}

const wants = ({ ring, wanted }: Resealing, table: SealedTable, row: Row): boolean =>
  wanted === 'plain' ? isPlain(table, row) : isOutdated(ring, table, row)

interface OpenRow {
  readonly row: Row
  /** Columns that no key opens; they stay as they are. */
  readonly closed: readonly string[]
}

function opened(ring: KeyRing, table: SealedTable, row: Row): OpenRow {
  const open: Record<string, unknown> = {}
  const closed: string[] = []
  for (const column of sealedColumnsOf(table)) {
    const value = row[column]
    open[column] = value
    if (typeof value !== 'string' || keyIdOf(value) === undefined) continue
    try {
      open[column] = ring.open(value, contextOf(table, column, row.id))
    } catch {
      closed.push(column)
      open[column] = UNREADABLE
    }
  }
  return { row: { ...row, ...open }, closed }
}

/** @returns false when the row changed since it was read */
async function write(
  { raw, ring }: Resealing,
  handle: Database['jobs'],
  table: SealedTable,
  row: Row,
  { row: open, closed }: OpenRow,
): Promise<boolean> {
  const columns = [
    ...sealedColumnsOf(table).filter((column) => !closed.includes(column)),
    ...(WHOLE_INDEXES[table] ?? []).map(({ column }) => column),
  ]
  const values = {
    ...Object.fromEntries(columns.map((column) => [column, open[column]])),
    ...INDEXES[table]?.(open),
  }
  const stored = Object.entries(sealValues(ring, table, row.id, values)).filter(
    ([column, value]) => value !== undefined && value !== row[column],
  )
  const same = raw.rules.kind === 'sqlite' ? sql`is` : sql`is not distinct from`
  // All that the new values follow from, also where it did not change.
  const read = Object.keys(row).filter((column) => column !== 'updated_at')
  const { numAffectedRows } = await sql`
    update ${sql.table(table)}
    set ${sql.join(stored.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where id = ${row.id} and ${sql.join(
      read.map((column) => sql`${sql.ref(column)} ${same} ${row[column]}`),
      sql` and `,
    )}`.execute(handle)
  return numAffectedRows === 1n
}

/**
 * Goes over all rows of a table once. On SQLite the rows of a batch are one transaction, because
 * each commit waits for the disk. On PostgreSQL each row is one: a transaction that waits for a row
 * while it holds others could make a call of a server fail.
 */
export async function resealRows(resealing: Resealing, table: SealedTable): Promise<Resealed> {
  const { raw, ring } = resealing
  const result = { rewritten: 0, missed: 0, unreadable: [] as (number | string)[] }
  for (let last: Row | undefined; ;) {
    const rows = await rowsAfter(resealing, table, last)
    last = rows.at(-1)
    if (last === undefined) return result
    const due = rows.filter((row) => wants(resealing, table, row))
    const writeAll = async (handle: Database['jobs']): Promise<void> => {
      for (const row of due) {
        const open = opened(ring, table, row)
        // The old key of such a row is kept until it is put right; plain text never waits for that.
        if (open.closed.length > 0 && resealing.wanted === 'outdated')
          result.unreadable.push(row.id)
        else if (await write(resealing, handle, table, row, open)) result.rewritten += 1
        else result.missed += 1
      }
    }
    if (due.length > 0)
      await (raw.rules.kind === 'sqlite' ? inTransaction(raw.jobs, writeAll) : writeAll(raw.jobs))
    resealing.onBatch?.(rows.length)
  }
}
