import { headerColumn, type Column } from './table-types.ts'

/** The columns that a person may hide: all but the one that names and opens the row. */
export function optionalColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const header = headerColumn(columns)
  return columns.filter((column) => column !== header)
}

/**
 * The kept text names what is hidden, not what is shown: a column that is new in the product is seen. Names that are no
 * column, or of one that stays, are ignored.
 */
export function readHidden<Row>(
  kept: string,
  columns: readonly Column<Row>[],
): ReadonlySet<string> {
  const named = new Set(kept.split(' '))
  return new Set(
    optionalColumns(columns)
      .map(({ key }) => key)
      .filter((key) => named.has(key)),
  )
}

export const hiddenText = (hidden: ReadonlySet<string>): string => [...hidden].join(' ')

export const withHidden = (
  hidden: ReadonlySet<string>,
  key: string,
  isHidden: boolean,
): ReadonlySet<string> =>
  new Set([...[...hidden].filter((other) => other !== key), ...(isHidden ? [key] : [])])
