import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** What it is sorted as, for the names of its two orders. */
  readonly sortable?: true | 'date' | 'name'
  /** Numbers, which are compared at their last digit. */
  readonly end?: boolean
  /** Left out of tables that are less than 900 px wide, and of cards as well unless it says `table`. */
  readonly wideOnly?: true | 'table'
  /** Says in a card what it is, so that its header is only heard: on a line, or on half of one. */
  readonly card?: 'line' | 'half'
  /** Whether the row has nothing to say there: its card leaves the line out. */
  readonly isBlank?: (row: Row) => boolean
  /** Names the row; the first column where none does. */
  readonly rowHeader?: boolean
}

export interface Sort {
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** Under which the columns that an account hides are kept, one for each table; without it all columns stay. */
  readonly name?: string
  /** What the table holds: its caption. */
  readonly label: string
  /** Undefined until the first response. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => void) | undefined
  /** Names the order of the rows where `sort` is undefined. */
  readonly unsorted?: string | undefined
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The accessible name of what opens a row; it must hold what the row header shows. */
  readonly openLabel?: ((row: Row) => string) | undefined
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly busy?: boolean
  /** Stands in place of the table when it has no rows. */
  readonly empty: ReactNode
  /** Beside the tools below a named table: how many rows it shows, where it shows all. */
  readonly shown?: ReactNode
  readonly isCurrent?: ((row: Row) => boolean) | undefined
}

/** A table with rows, and the columns that are left out of it. */
export type FilledTableProps<Row> = Omit<DataTableProps<Row>, 'name' | 'empty' | 'shown'> & {
  readonly rows: readonly Row[]
  readonly hidden: ReadonlySet<string>
}

export const NEWEST_FIRST: Sort = { key: 'createdAt', direction: 'desc' }
/** The order of what waits: the first row is what the button of the page opens next. */
export const OLDEST_FIRST: Sort = { key: 'createdAt', direction: 'asc' }

/** Pressing the header of the sorted column turns it round; another column starts from its smallest. */
export const nextSort = (now: Sort | undefined, key: string): Sort =>
  now?.key === key && now.direction === 'asc'
    ? { key, direction: 'desc' }
    : { key, direction: 'asc' }

/** As it stands in an address, and as the server's lists take it: `name`, `-name`. */
export const sortText = ({ key, direction }: Sort): string =>
  direction === 'desc' ? `-${key}` : key

export function readSort(text: string): Sort | undefined {
  const found = /^(-?)([A-Za-z][A-Za-z0-9]*)$/.exec(text)
  if (found?.[2] === undefined) return undefined
  return { key: found[2], direction: found[1] === '-' ? 'desc' : 'asc' }
}

export function headerColumn<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ rowHeader }) => rowHeader === true) ?? columns[0]
}
