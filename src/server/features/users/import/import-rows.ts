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
import {
  IMPORT_CELL_MAX,
  IMPORT_REQUIRED,
  isFormula,
  type ImportColumn,
  type ImportFault,
} from '#shared/domain/people/member-import.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import type { CsvRow } from '#shared/domain/text/csv-parse.ts'
import { withoutGuards } from '#shared/domain/text/csv.ts'
import { isLanguage, type Language } from '#shared/domain/text/languages.ts'
import { isKnownNumber, readPhone } from '../../../base/contact-keys.ts'
import { readCountryName, readLanguageName, readOption } from './known-texts.ts'
import { readDate, type DateReading } from './read-dates.ts'

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
/** How the file as a whole was understood. */
export interface FileReading {
  readonly dates: DateReading
  readonly daysFrom?: 1900 | 1904 | undefined
}
type Reader = (cell: string, file: FileReading) => Reading

const by =
  (schema: z.ZodType, code: ImportFault): Reader =>
  (cell) => {
    const parsed = schema.safeParse(cell)
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, code }
  }
const birthDate: Reader = (cell, file) => {
  const date = readDate(cell, file.dates.order, file.daysFrom)
  if (date === 'ambiguous') return { ok: false, code: 'ambiguous_date' }
  if (date === undefined || !BirthDate.safeParse(date).success)
    return { ok: false, code: 'bad_date' }
  return by(AdultBirthDate, 'under_age')(date, file)
}
const NATIONALITIES_MAX = 10
const nationalities: Reader = (cell) => {
  const codes = cell
    .split(/[,;|/،؛]/)
    .filter((text) => text.trim() !== '')
    .slice(0, NATIONALITIES_MAX + 1)
    .map((text) => Country.safeParse(readCountryName(text)))
  if (codes.length > NATIONALITIES_MAX || codes.some(({ success }) => !success))
    return { ok: false, code: 'bad_country' }
  return { ok: true, value: [...new Set(codes.map(({ data }) => data))] }
}
const country: Reader = (cell, file) => by(Country, 'bad_country')(readCountryName(cell), file)
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
/** Our own export says `active`: everybody becomes inactive all the same. Who is banned comes in by no file. */
const status: Reader = (cell) =>
  /^(?:in)?active$/i.test(cell) ? { ok: true, value: undefined } : { ok: false, code: 'bad_status' }
const language: Reader = (cell) => {
  const code = readLanguageName(cell).toLowerCase()
  return isLanguage(code) ? { ok: true, value: code } : { ok: false, code: 'bad_language' }
}
const wholeNumber: Reader = (cell, file) => {
  const digits = CLEAN.code(cell)
  return /^\d{1,2}$/.test(digits)
    ? by(NumberOfKids, 'bad_number')(digits, file)
    : { ok: false, code: 'bad_number' }
}

/** Excel shows long numbers as 2.49912E+11, and saves them so: the other digits are gone. Here or as zeros. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$|^\d{4,}0{6}$/i
/** Excel takes a plus sign off a number. A number of a country by itself has fewer digits, or a 0 in front. */
const WITHOUT_PLUS = /^[1-9]\d{9,14}$/

/** Undefined where no plus is lost. */
function withPlus(cell: string): string | undefined {
  const number = CLEAN.phone(cell)
  if (!WITHOUT_PLUS.test(number) || ROUNDED.test(number)) return undefined
  return isKnownNumber(`+${number}`) ? `+${number}` : undefined
}
export const hasLostPlus = (cell: string): boolean =>
  withPlus(CLEAN.text(withoutGuards(CLEAN.text(cell)))) !== undefined

const phone: Reader = (cell) => {
  if (ROUNDED.test(CLEAN.phone(cell)) || ROUNDED.test(CLEAN.code(cell)))
    return { ok: false, code: 'rounded_phone' }
  const given = withPlus(cell) ?? cell
  const number = Phone.safeParse(given).success ? readPhone(given) : undefined
  return number === undefined ? { ok: false, code: 'bad_phone' } : { ok: true, value: number }
}
const option =
  (field: Parameters<typeof readOption>[0], reader: Reader): Reader =>
  (cell, file) =>
    reader(readOption(field, cell), file)

const text = by(ShortText, 'too_long')
const READERS: Readonly<Record<ImportColumn, Reader>> = {
  ...byKind(writtenBy('import'), {
    name: by(PersonName, 'bad_name'),
    text,
    comment: by(Comment, 'too_long'),
    occupation: option('occupation', text),
    email: by(Email, 'bad_email'),
    phone,
    number: wholeNumber,
    date: birthDate,
    country,
    countries: nationalities,
    sex: option('sex', by(Sex, 'bad_sex')),
    marital: option('maritalStatus', by(MaritalStatus, 'bad_marital_status')),
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

function readCell(given: string, column: ImportColumn, file: FileReading): Reading | undefined {
  if (given.length > IMPORT_CELL_MAX) return { ok: false, code: 'too_long' }
  // Cleaned first, so that no unseen mark hides the beginning of a formula. The guard of our own export says that it is none.
  const clean = CLEAN.text(given)
  if (isFormula(clean, column)) return { ok: false, code: 'formula' }
  const raw = CLEAN.text(withoutGuards(clean))
  if (!isStorable(raw)) return { ok: false, code: 'control_character' }
  if (raw === '')
    return IMPORT_REQUIRED.some((required) => required === column)
      ? { ok: false, code: 'required' }
      : undefined
  return READERS[column](raw, file)
}

export function readRow(
  { number, cells }: CsvRow,
  columns: readonly (ImportColumn | null)[],
  file: FileReading,
): ReadRow {
  const faults: RowFault[] = []
  const person: Record<string, unknown> = { nationalities: [] }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push({ row: number, column: '', code: 'too_many_cells' })
  columns.forEach((column, index) => {
    if (column === null) return
    const reading = readCell(cells[index] ?? '', column, file)
    if (reading?.ok === false) faults.push({ row: number, column, code: reading.code })
    else if (reading?.value !== undefined) person[column] = reading.value
  })
  // The required columns were read without a fault, so they are present.
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, row: number, person: person as unknown as ImportedPerson } // see above
}
