/** The personal fields of a member (`MEMBER_FIELDS`) in rows: read for a reader, blank, and written. */
import type { FieldValues } from '#shared/contract/base/schemas.ts'
import { countryNameInEnglish } from '#shared/domain/people/countries.ts'
import {
  byKind,
  blankFields,
  isMemberField,
  MEMBER_FIELDS,
  type MemberField,
  readBy,
  type ReadBy,
  type Reader,
  specOf,
  WITHHELD,
} from '#shared/domain/people/member-fields.ts'
import type { MemberTable } from '../../parts/database/schema.ts'
import type { MemberRow } from './member-repository.ts'

type Specs = typeof MEMBER_FIELDS
MEMBER_FIELDS satisfies Readonly<Record<string, { readonly column: keyof MemberTable | null }>>

/** The value as the contract writes it. */
function valueOf(
  row: MemberRow,
  nationalities: readonly string[],
  field: MemberField,
): string | number | string[] {
  const { column, kind } = MEMBER_FIELDS[field]
  if (column === null) return nationalities.map(countryNameInEnglish)
  return kind === 'country' ? countryNameInEnglish(row[column]) : row[column]
}

/**
 * The fields that a reader gets. The others are not even read: some are sealed, and opened when
 * they are read.
 */
export const readFields = <R extends Reader>(
  reader: R,
  row: MemberRow,
  nationalities: readonly string[],
) =>
  Object.fromEntries(
    readBy(reader).map((field) => [field, valueOf(row, nationalities, field)]),
  ) as FieldValues<R> // the shapes of the contract are made of the same list

/** What moderators and reviewers get in place of the fields of a decided request. */
export const withheldFields = <R extends 'queue' | 'request'>(reader: R) =>
  byKind(
    readBy(reader).filter(
      (field): field is Exclude<ReadBy<R>, ReadBy<'decided'>> =>
        !specOf(field).readers.includes('decided'),
    ),
    WITHHELD,
  )

type StoredField = Exclude<MemberField, 'nationalities'>
type ColumnsOf<I> = {
  [F in keyof I as F extends StoredField ? Specs[F]['column'] : never]: Exclude<I[F], undefined>
}
/** The columns of the fields that are given. */
export const fieldColumns = <I extends object>(input: I): ColumnsOf<I> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => {
      const column = isMemberField(field) ? specOf(field).column : null
      return column === null || value === undefined ? [] : [[column, value]]
    }),
  ) as ColumnsOf<I> // one entry for each field of the input that has a column

/** Of a row in which no field is known. */
export const BLANK_COLUMNS = fieldColumns(blankFields('record'))
