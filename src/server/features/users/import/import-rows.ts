/** Cells of a file into people: every fault of every row, by the same rules as the forms. */
import type * as z from 'zod'
import {
  AdultBirthDate,
  BirthDate,
  Comment,
  Country,
  type editableFields,
  Email,
  MaritalStatus,
  NumberOfKids,
  PersonName,
  Phone,
  Sex,
  ShortText,
} from '#shared/contract/base/person-fields.ts'
import { byKind, type RequiredIn, writtenBy } from '#shared/domain/people/member-fields.ts'
import { isLanguage, type Language } from '#shared/domain/text/languages.ts'
import { withoutGuards } from '#shared/domain/text/csv.ts'
import type { CsvRow } from '#shared/domain/text/csv-parse.ts'
import {
  IMPORT_REQUIRED,
  isFormula,
  type ImportColumn,
  type ImportFault,
} from '#shared/domain/people/member-import.ts'
import { roleOf } from '#shared/domain/people/roles.ts'

/** One person of the file; missing columns are undefined. */
export type ImportedPerson = Partial<z.output<z.ZodObject<typeof editableFields>>> &
  z.output<z.ZodObject<Pick<typeof editableFields, RequiredIn<'import'>>>> & {
    readonly nationalities: readonly string[]
    readonly language?: Language
  }
export interface RowFault {
  readonly row: number
  readonly column: string
  readonly code: ImportFault
}
export type ReadRow =
  | { readonly ok: true; readonly row: number; readonly person: ImportedPerson }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

type Reading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ImportFault }
type Reader = (cell: string) => Reading

const by =
  (schema: z.ZodType, code: ImportFault): Reader =>
  (cell) => {
    const parsed = schema.safeParse(cell)
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, code }
  }
const birthDate: Reader = (cell) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(cell) || !BirthDate.safeParse(cell).success)
    return { ok: false, code: 'bad_date' }
  return by(AdultBirthDate, 'under_age')(cell)
}
const nationalities: Reader = (cell) => {
  const codes = cell
    .split(/[,;|]/)
    .filter((text) => text.trim() !== '')
    .map((text) => Country.safeParse(text))
  if (codes.length > 10 || codes.some(({ success }) => !success))
    return { ok: false, code: 'bad_country' }
  return { ok: true, value: [...new Set(codes.map(({ data }) => data))] }
}
/** A file cannot give staff roles: each one needs an administrator with the password. */
const role: Reader = (cell) => {
  const id = cell.toUpperCase()
  if (id === 'ROLE_USER' || id === 'USER') return { ok: true, value: undefined }
  return {
    ok: false,
    code:
      roleOf(id) === 'member' && !/ADMIN|MANAGER|MODERATOR|REVIEWER/.test(id)
        ? 'bad_role'
        : 'staff_role',
  }
}
const status: Reader = (cell) =>
  cell.toLowerCase() === 'inactive'
    ? { ok: true, value: undefined }
    : { ok: false, code: 'bad_status' }
const language: Reader = (cell) =>
  isLanguage(cell.toLowerCase())
    ? { ok: true, value: cell.toLowerCase() }
    : { ok: false, code: 'bad_language' }
const wholeNumber: Reader = (cell) =>
  /^\d{1,2}$/.test(cell) ? by(NumberOfKids, 'bad_number')(cell) : { ok: false, code: 'bad_number' }

const text = by(ShortText, 'too_long')
const READERS: Readonly<Record<ImportColumn, Reader>> = {
  ...byKind(writtenBy('import'), {
    name: by(PersonName, 'bad_name'),
    text,
    comment: by(Comment, 'too_long'),
    occupation: text,
    email: by(Email, 'bad_email'),
    phone: by(Phone, 'bad_phone'),
    number: wholeNumber,
    date: birthDate,
    country: by(Country, 'bad_country'),
    countries: nationalities,
    sex: by(Sex, 'bad_sex'),
    marital: by(MaritalStatus, 'bad_marital_status'),
  }),
  language,
  role,
  status,
}

/**
 * Control characters are refused, because no keyboard types them; line breaks inside a cell are
 * allowed.
 */
const isStorable = (cell: string): boolean =>
  cell.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(cell)

function readCell(given: string, column: ImportColumn): Reading | undefined {
  const raw = withoutGuards(given) // our own export puts them there
  if (isFormula(raw, column)) return { ok: false, code: 'formula' }
  if (!isStorable(raw)) return { ok: false, code: 'control_character' }
  const cell = raw.trim()
  if (cell === '')
    return IMPORT_REQUIRED.some((required) => required === column)
      ? { ok: false, code: 'required' }
      : undefined
  return READERS[column](cell)
}

export function readRow({ number, cells }: CsvRow, columns: readonly ImportColumn[]): ReadRow {
  const faults: RowFault[] = []
  const person: Record<string, unknown> = { nationalities: [] }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push({ row: number, column: '', code: 'too_many_cells' })
  columns.forEach((column, index) => {
    const reading = readCell(cells[index] ?? '', column)
    if (reading?.ok === false) faults.push({ row: number, column, code: reading.code })
    else if (reading?.value !== undefined) person[column] = reading.value
  })
  // The required columns were read without a fault, so they are present.
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, row: number, person: person as unknown as ImportedPerson } // see above
}
