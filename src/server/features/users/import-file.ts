/**
 * The file of an import: received, decoded and split into rows, or refused with the fault of the
 * whole file.
 */
import type { FastifyRequest } from 'fastify'
import { parseCsv, type CsvRow } from '#shared/domain/csv-parse.ts'
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_ROWS_MAX,
  readHeader,
  type ImportColumn,
  type ImportFileFault,
} from '#shared/domain/member-import.ts'
import type { ByteBudget } from '../../files/work-gate.ts'
import { refuse, type Refusal } from '../../outcome.ts'
import { receiveFiles, type FileRules } from '../uploads/receive-files.ts'

export interface ImportTable {
  readonly columns: readonly ImportColumn[]
  readonly rows: readonly CsvRow[]
}

const MEGABYTE = 1024 * 1024
const TOO_LONG = {
  code: 'too-large',
  cause: 'too_large',
  message: `Send at most ${IMPORT_FILE_MAX_BYTES / MEGABYTE} MB`,
} as const
const UNKNOWN_FIELD = {
  code: 'invalid',
  cause: 'unknown_field',
  message: 'Send one file in the field `file`',
} as const

const MESSAGES: Readonly<Record<ImportFileFault, string>> = {
  not_utf8: 'The text is not UTF-8; save the table as “CSV UTF-8”',
  no_rows: 'There is no row below the header',
  unclosed_quote: 'A quotation mark is never closed',
  too_many_rows: `Send at most ${IMPORT_ROWS_MAX} rows`,
  too_many_columns: `Send at most ${IMPORT_COLUMNS_MAX} columns`,
  unknown_column: 'This column is not known; remove it or correct its name',
  missing_column: 'This column is needed',
  duplicate_column: 'This column is there twice',
}
const fault = (code: ImportFileFault, column?: string) => ({
  path: column === undefined ? 'body.file' : `body.file.${column}`,
  code,
  message: MESSAGES[code],
})
const refuseFile = (code: ImportFileFault): Refusal => refuse('invalid', { fields: [fault(code)] })

/** Text of UTF-8 bytes; undefined where they are anything else, UTF-16 and older code pages among them. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function readTable(text: string): { readonly ok: true; readonly table: ImportTable } | Refusal {
  const parsed = parseCsv(text, { rowsMax: IMPORT_ROWS_MAX + 1, columnsMax: IMPORT_COLUMNS_MAX })
  if (!parsed.ok) return refuseFile(parsed.fault)
  const [head, ...rows] = parsed.rows
  if (head === undefined) return refuseFile('no_rows')
  const header = readHeader(head.cells)
  if (!header.ok)
    return refuse('invalid', {
      fields: header.faults.map(({ code, column }) => fault(code, column)),
    })
  return rows.length === 0
    ? refuseFile('no_rows')
    : { ok: true, table: { columns: header.columns, rows } }
}

/** The file is never stored: it is read in memory, and dropped with the reply. */
export async function receiveTable(
  request: FastifyRequest,
  budget: ByteBudget,
): Promise<{ readonly ok: true; readonly table: ImportTable } | Refusal> {
  const received: { text?: string | undefined } = {}
  const rules: FileRules = {
    admit: (field) =>
      field === 'file'
        ? { ok: true, maxBytes: IMPORT_FILE_MAX_BYTES, tooLong: TOO_LONG }
        : { ok: false, fault: UNKNOWN_FIELD },
    take: async ({ bytes }) => {
      received.text = decode(bytes)
      return undefined
    },
  }
  const refusal = await receiveFiles(request, budget, rules)
  if (refusal !== undefined) return refusal
  return received.text === undefined ? refuseFile('not_utf8') : readTable(received.text)
}
