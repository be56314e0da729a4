/** Counts what is not sealed with a key, column by column, without reading values into memory. */
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/engine.ts'
import { tokenBeginning } from '../database/sealing/seal-row.ts'
import {
  sealedColumnsOf,
  WHOLE_INDEXES,
  WORD_INDEXES,
  type SealedTable,
} from '../database/sealing/sealed-columns.ts'

type Condition = RawBuilder<unknown>

const wordOutdated = (column: string, oldKeys: readonly number[]): Condition =>
  oldKeys.length === 0
    ? sql`1 = 0`
    : sql`(${sql.join(
        oldKeys.map((key) => sql`${sql.ref(column)} like ${`%${tokenBeginning(key)}%`}`),
        sql` or `,
      )})`

/** @param key the key that everything should be sealed with; `oldKeys` are the others */
function conditions(
  table: SealedTable,
  key: number,
  oldKeys: readonly number[],
): readonly { readonly column: string; readonly outdated: Condition }[] {
  return [
    ...sealedColumnsOf(table).map((column) => ({
      column,
      outdated: sql`(${sql.ref(column)} not in ('', '[]') and ${sql.ref(column)} not like ${`s1.${key}.%`})`,
    })),
    ...(WHOLE_INDEXES[table] ?? []).map(({ column }) => ({
      column,
      outdated: sql`(${sql.ref(column)} <> '' and ${sql.ref(column)} not like ${`${key}.%`})`,
    })),
    ...(WORD_INDEXES[table] ?? []).map((column) => ({
      column,
      outdated: wordOutdated(column, oldKeys),
    })),
  ]
}

export interface OutdatedColumn {
  readonly table: SealedTable
  readonly column: string
  readonly rows: number
}

export async function countOutdated(
  db: Database['jobs'],
  table: SealedTable,
  key: number,
  oldKeys: readonly number[],
): Promise<readonly OutdatedColumn[]> {
  const columns = conditions(table, key, oldKeys)
  const counts = columns.map(
    ({ column, outdated }) =>
      sql`sum(case when ${outdated} then 1 else 0 end) as ${sql.ref(column)}`,
  )
  const { rows } = await sql<Record<string, number | string | null>>`
    select ${sql.join(counts)} from ${sql.table(table)}`.execute(db)
  return columns.map(({ column }) => ({ table, column, rows: Number(rows[0]?.[column] ?? 0) }))
}
