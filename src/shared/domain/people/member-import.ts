/** What a file of members may hold, and what can be wrong with one of its rows. */
import { CLEAN } from '../text/clean-text.ts'
import { isRequired, requiredIn, writtenBy } from './member-fields.ts'

export const IMPORT_FILE_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_ROWS_MAX = 5_000
/** More than the number of known columns, so that "too many" and "unknown" are different faults. */
export const IMPORT_COLUMNS_MAX = 100
/** No field takes half of it. To read megabytes as a number or as countries would keep all other calls waiting. */
export const IMPORT_CELL_MAX = 5_000

export const IMPORT_REQUIRED = requiredIn('import')
export const IMPORT_COLUMNS = [
  ...IMPORT_REQUIRED,
  ...writtenBy('import').filter((field) => !isRequired(field, 'import')),
  'language',
  'role',
  'status',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

export const IMPORT_FAULTS = [
  'required',
  'formula',
  'control_character',
  'too_long',
  'bad_name',
  'bad_email',
  'bad_phone',
  'rounded_phone',
  'bad_date',
  'ambiguous_date',
  'under_age',
  'bad_country',
  'bad_sex',
  'bad_marital_status',
  'bad_number',
  'bad_language',
  'staff_role',
  'bad_role',
  'bad_status',
  'too_many_cells',
  'duplicate_in_file',
  'already_member',
] as const
export type ImportFault = (typeof IMPORT_FAULTS)[number]

/** Faults of the file as a whole; no row is then checked. */
export const IMPORT_FILE_FAULTS = [
  'not_a_table',
  'mixed_encodings',
  'old_excel',
  'macros',
  'too_complex',
  'no_rows',
  'unclosed_quote',
  'too_many_rows',
  'too_many_columns',
  'missing_column',
  'duplicate_column',
] as const
export type ImportFileFault = (typeof IMPORT_FILE_FAULTS)[number]

export interface HeaderFault {
  readonly code: 'missing_column' | 'duplicate_column'
  readonly column: string
}

/** A cell that a spreadsheet would run. A phone number begins with a plus and is none. */
export const isFormula = (cell: string, column: ImportColumn): boolean =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !(column === 'phone' && /^\+?\d+$/.test(CLEAN.phone(cell)))
