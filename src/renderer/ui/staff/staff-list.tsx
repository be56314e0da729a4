import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { Pager } from './pager.tsx'

interface ListPage {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly totalIsCapped: boolean
}

export interface StaffListProps<T> {
  readonly query: UseQueryResult<T>
  /** Title of the notice when the list could not be loaded. */
  readonly failure: string
  /** Title of the notice when a later load failed and older rows stay; `failure` where it is left out. */
  readonly stale?: string
  /** Draws the table; undefined until the first response. */
  readonly children: (list: T | undefined) => ReactNode
}

/**
 * The list of a staff page in all its states: loading (the table draws the skeleton), failed, without network, empty (the
 * table draws it), and older rows after a later load failed.
 */
export function StaffList<T>({ query, failure, stale = failure, children }: StaffListProps<T>) {
  const { data, error, isError, isFetching, fetchStatus, refetch } = query
  // Without network a query waits: it is neither loading nor failed.
  const failed = isError || (data === undefined && fetchStatus === 'paused')
  return (
    <>
      {failed && (
        <LoadFailure
          title={data === undefined ? failure : stale}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(!failed || data !== undefined) && children(data)}
    </>
  )
}

interface PagedStaffListProps<T extends ListPage> extends StaffListProps<T> {
  /** Name of the navigation between the pages. */
  readonly pages: string
  readonly sizes?: readonly number[]
  readonly address: {
    readonly setPage: (page: number) => void
    readonly setSize: (size: number) => void
  }
}

/** A list of which the server sends one page at a time. */
export function PagedStaffList<T extends ListPage>({
  pages,
  sizes,
  address,
  ...list
}: PagedStaffListProps<T>) {
  const { data } = list.query
  return (
    <>
      <StaffList {...list} />
      {data !== undefined && (
        <Pager
          label={pages}
          page={data.page}
          size={data.size}
          total={data.total}
          totalIsCapped={data.totalIsCapped}
          onPage={address.setPage}
          onSize={address.setSize}
          {...(sizes !== undefined && { sizes })}
        />
      )}
    </>
  )
}
