/** The file of an import: received, read and split into rows, or refused with the fault of the whole file. */
import type { FastifyRequest } from 'fastify'
import type { TableReading } from '#shared/contract/users.ts'
import {
  IMPORT_CELL_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_ROWS_MAX,
  type ImportColumn,
  type ImportFileFault,
} from '#shared/domain/people/member-import.ts'
import { parseCsv, type CsvRow } from '#shared/domain/text/csv-parse.ts'
import { MEGABYTE } from '#shared/domain/units.ts'
import { refuse, type Refusal } from '../../../base/outcome.ts'
import { memberHolder } from '../../../base/work-gate.ts'
import type { Deps } from '../../../deps/deps.ts'
import { receiveFiles, type FileRules } from '../../../records/files/receive-files.ts'
import { decodeText } from './decode-text.ts'
import { hasLostPlus, type FileReading } from './import-rows.ts'
import { readOrder, type GivenOrder } from './read-dates.ts'
import { readHeader } from './read-header.ts'

export interface ImportTable {
  /** Null: the column is not taken over. */
  readonly columns: readonly (ImportColumn | null)[]
  readonly rows: readonly CsvRow[]
  readonly file: FileReading
  readonly reading: TableReading
}
type Received<T> = { readonly ok: true; readonly value: T } | Refusal

/** The rows of a file, the header among them, and how its bytes were understood. */
interface Opened {
  readonly rows: readonly CsvRow[]
  readonly daysFrom?: 1900 | 1904
  readonly facts: Pick<TableReading, 'format' | 'encoding' | 'separator' | 'sheet' | 'otherSheets'>
}

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
  not_a_table: 'This is no table; save it as CSV or as an Excel workbook (.xlsx)',
  mixed_encodings:
    'Some cells are in UTF-8 and others in an older encoding; correct the letters and save it as CSV UTF-8 or .xlsx',
  old_excel:
    'This workbook is locked, or in the format of Excel before 2007; save it as .xlsx without a password',
  macros: 'This workbook has macros; save it as .xlsx',
  too_complex: 'This workbook is too large inside; copy the rows into a new one',
  no_rows: 'There is no row below the header',
  unclosed_quote: 'A quotation mark opens in the row of the path and is never closed',
  too_many_rows: `Send at most ${IMPORT_ROWS_MAX} rows`,
  too_many_columns: `Send at most ${IMPORT_COLUMNS_MAX} columns`,
  missing_column: 'This column is needed',
  duplicate_column: 'This column is there twice',
}
/** @param place the column or the row that is at fault */
const fault = (code: ImportFileFault, place?: string | number) => ({
  path: place === undefined ? 'body.file' : `body.file.${place}`,
  code,
  message: MESSAGES[code],
})
const refuseFile = (code: ImportFileFault, place?: number): Refusal =>
  refuse('invalid', { fields: [fault(code, place)] })

const LIMITS = { rowsMax: IMPORT_ROWS_MAX + 1, columnsMax: IMPORT_COLUMNS_MAX }

/** First bytes of a ZIP archive, and of the container of old Office, which also holds locked workbooks. */
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const startsWith = (bytes: Buffer, signature: Buffer): boolean =>
  bytes.subarray(0, signature.length).equals(signature)

function openText(bytes: Buffer): Received<Opened> {
  const decoded = decodeText(bytes)
  if (!decoded.ok) return refuseFile(decoded.fault)
  const parsed = parseCsv(decoded.text, LIMITS)
  if (!parsed.ok)
    return refuseFile(parsed.fault, parsed.fault === 'unclosed_quote' ? parsed.row : undefined)
  const { rows, separator } = parsed
  return {
    ok: true,
    value: {
      rows,
      facts: {
        format: 'csv',
        encoding: decoded.encoding,
        separator,
        sheet: null,
        otherSheets: 0,
      },
    },
  }
}

async function openWorkbook(
  bytes: Buffer,
  { library }: Deps,
  memberId: number,
): Promise<Received<Opened>> {
  const gated = await library.readSheet(bytes, LIMITS, memberHolder(memberId))
  if (!gated.ok) return refuse('busy', { retryAfterS: 2 })
  const read = gated.value
  if (!read.ok) return refuseFile(read.fault)
  const { rows, daysFrom, sheet, otherSheets } = read
  return {
    ok: true,
    value: {
      rows,
      daysFrom,
      facts: { format: 'xlsx', encoding: null, separator: null, sheet, otherSheets },
    },
  }
}

/** How the columns were understood, which is shown before anything is written. */
function readTable(
  { rows: all, facts, daysFrom }: Opened,
  given: GivenOrder | undefined,
): Received<ImportTable> {
  const [head, ...rows] = all
  if (head === undefined) return refuseFile('no_rows')
  const header = readHeader(head.cells, rows)
  if (!header.ok)
    return refuse('invalid', {
      fields: header.faults.map(({ code, column }) => fault(code, column)),
    })
  if (rows.length === 0) return refuseFile('no_rows')
  const columns = header.columns.map(({ column }) => column)
  const cellsOf = (column: ImportColumn): string[] => {
    const index = columns.indexOf(column)
    // What is longer is a fault of its row.
    return index === -1
      ? []
      : rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell.length <= IMPORT_CELL_MAX)
  }
  const dates = readOrder(cellsOf('birthDate'), given)
  return {
    ok: true,
    value: {
      columns,
      rows,
      file: { dates, daysFrom },
      reading: {
        ...facts,
        dates,
        phonesWithoutPlus: cellsOf('phone').filter(hasLostPlus).length,
        columns: header.columns.filter(({ header: text, sample }) => text !== '' || sample !== ''),
      },
    },
  }
}

interface ReceivedFrom {
  readonly request: FastifyRequest
  readonly memberId: number
  readonly dateOrder: GivenOrder | undefined
}

/** The file is never stored: it is read in memory, and dropped with the reply. */
export async function receiveTable(
  { request, memberId, dateOrder }: ReceivedFrom,
  deps: Deps,
): Promise<Received<ImportTable>> {
  const received: { opened?: Received<Opened> } = {}
  const rules: FileRules = {
    admit: (field) =>
      field === 'file'
        ? { ok: true, maxBytes: IMPORT_FILE_MAX_BYTES, tooLong: TOO_LONG }
        : { ok: false, fault: UNKNOWN_FIELD },
    take: async ({ bytes }) => {
      if (startsWith(bytes, COMPOUND_FILE)) received.opened = refuseFile('old_excel')
      else if (startsWith(bytes, ZIP)) received.opened = await openWorkbook(bytes, deps, memberId)
      else received.opened = openText(bytes)
      return undefined
    },
  }
  const refusal = await receiveFiles(
    request,
    deps.library.budget.shareOf(`member:${memberId}`),
    rules,
  )
  if (refusal !== undefined) return refusal
  const { opened = refuseFile('not_a_table') } = received
  return opened.ok ? readTable(opened.value, dateOrder) : opened
}
