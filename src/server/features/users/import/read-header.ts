/** The first row of a table: which of its columns are taken over. */
import {
  IMPORT_REQUIRED,
  type HeaderFault,
  type ImportColumn,
} from '#shared/domain/people/member-import.ts'
import type { CsvRow } from '#shared/domain/text/csv-parse.ts'
import { readColumn } from './known-texts.ts'

interface ReadColumn {
  readonly header: string
  /** Null: ignored. */
  readonly column: ImportColumn | null
  /** Its first value, so that a person sees whether it was read well. */
  readonly sample: string
}
export type ReadHeader =
  | { readonly ok: true; readonly columns: readonly ReadColumn[] }
  | { readonly ok: false; readonly faults: readonly HeaderFault[] }

const SHOWN_CHARS = 60
const shown = (cell: string): string => cell.trim().slice(0, SHOWN_CHARS)

/** Every fault of the header, or its columns in the order of the file, without the empty ones at the end. */
export function readHeader(head: readonly string[], rows: readonly CsvRow[]): ReadHeader {
  const columns = head.map((cell, index): ReadColumn => {
    const filled = rows.find(({ cells }) => (cells[index] ?? '').trim() !== '')
    return {
      header: shown(cell),
      column: readColumn(cell) ?? null,
      sample: shown(filled?.cells[index] ?? ''),
    }
  })
  while (columns.at(-1)?.header === '' && columns.at(-1)?.sample === '') columns.pop()
  const known = columns.flatMap(({ column }) => column ?? [])
  const twice = new Set(known.filter((column, index) => known.indexOf(column) !== index))
  const faults: HeaderFault[] = [
    ...[...twice].map((column) => ({ code: 'duplicate_column', column }) as const),
    ...IMPORT_REQUIRED.filter((column) => !known.includes(column)).map(
      (column) => ({ code: 'missing_column', column }) as const,
    ),
  ]
  return faults.length === 0 ? { ok: true, columns } : { ok: false, faults }
}
