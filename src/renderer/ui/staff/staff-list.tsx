import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../loaded/load-failure.tsx'
import { NoMatch, type NoMatchTexts } from '../loaded/no-match.tsx'
import type { ListPage } from './filters/address-filters.ts'
import type { ListFilters } from './filters/use-address-filters.ts'
import { useLastPage } from './filters/use-last-page.ts'
import { isWhole, Pager, PrintedRows, ShownRows } from './pager.tsx'
import { orderKey } from './table/card-list.tsx'
import { DataTable, type DataTableProps, type Sort } from './table/data-table.tsx'

interface ListFrameProps<T> {
  readonly query: UseQueryResult<T>
  /** Title of the notice when the list could not be loaded. */
  readonly failure: string
  /** Title of the notice when a later load failed and older rows stay; `failure` where it is left out. */
  readonly stale?: string | undefined
  /** Name of the navigation between the pages, where the server sends one page at a time. */
  readonly pages?: string | undefined
  readonly sizes?: readonly number[] | undefined
  readonly onPage?: ((page: number) => void) | undefined
  readonly onSize?: ((size: number) => void) | undefined
  /** The words for the order of the rows, for paper. */
  readonly order?: string | undefined
  /** Draws the rows; undefined until the first response. */
  readonly children: (list: T | undefined) => ReactNode
}

const isPage = <Row,>(list: ListPage<Row> | readonly Row[]): list is ListPage<Row> =>
  'items' in list

/**
 * The list of a staff page in all its states: loading and empty (the caller draws both), failed, without network, older rows
 * after a later load failed, and its pages.
 */
export function ListFrame<T extends ListPage<unknown> | readonly unknown[]>({
  query,
  failure,
  stale = failure,
  pages,
  sizes,
  onPage,
  onSize,
  order,
  children,
}: ListFrameProps<T>) {
  const { data, isError, fetchStatus } = query
  // Without network a query waits: it is neither loading nor failed.
  const failed = isError || (data === undefined && fetchStatus === 'paused')
  return (
    <>
      {failed && <QueryFailure title={data === undefined ? failure : stale} query={query} />}
      {data !== undefined && isPage(data) && data.total > 0 && (
        <PrintedRows {...data} order={order} />
      )}
      {(!failed || data !== undefined) && children(data)}
      {data !== undefined && isPage(data) && pages !== undefined && onPage !== undefined && (
        <Pager {...data} label={pages} sizes={sizes} onPage={onPage} onSize={onSize} />
      )}
    </>
  )
}

interface StaffListProps<Row>
  extends
    Omit<
      ListFrameProps<ListPage<Row> | readonly Row[]>,
      'children' | 'onPage' | 'onSize' | 'order'
    >,
    Omit<DataTableProps<Row>, 'rows' | 'sort' | 'onSort'> {
  /** Undefined where the list has neither filters nor pages. */
  readonly filters?:
    | Pick<
        ListFilters<Record<string, string>>,
        'page' | 'sort' | 'activeCount' | 'clear' | 'setSort' | 'setPage' | 'setSize'
      >
    | undefined
  /** The order where none was chosen; undefined: not that of a column. */
  readonly usualSort?: Sort | undefined
  readonly noMatch?: NoMatchTexts | undefined
}

/** A table of records with its filters, order and pages. */
export function StaffList<Row>({
  query,
  filters,
  usualSort,
  failure,
  stale,
  pages,
  sizes,
  noMatch,
  empty,
  ...table
}: StaffListProps<Row>) {
  useLastPage(query, filters)
  const { data } = query
  const whole =
    table.name !== undefined &&
    pages !== undefined &&
    data !== undefined &&
    isPage(data) &&
    isWhole({ ...data, sizes })
      ? data
      : undefined
  const { t } = useTranslation('staffUi')
  const sorts = table.columns.some(({ sortable }) => sortable !== undefined)
  const sort = sorts ? (filters?.sort ?? usualSort) : undefined
  const sorted = table.columns.find(({ key }) => key === sort?.key)
  return (
    <ListFrame
      query={query}
      failure={failure}
      stale={stale}
      pages={whole === undefined ? pages : undefined}
      sizes={sizes}
      onPage={filters?.setPage}
      onSize={filters?.setSize}
      order={sort && sorted && t(orderKey(sorted, sort.direction), { column: sorted.header })}
    >
      {(list) => (
        <DataTable
          busy={query.isPlaceholderData}
          {...table}
          shown={whole && <ShownRows {...whole} />}
          rows={list !== undefined && isPage(list) ? list.items : list}
          sort={sort}
          onSort={filters?.setSort}
          empty={
            filters !== undefined && filters.activeCount > 0 && noMatch !== undefined ? (
              <NoMatch {...noMatch} onClear={filters.clear} />
            ) : (
              empty
            )
          }
        />
      )}
    </ListFrame>
  )
}
