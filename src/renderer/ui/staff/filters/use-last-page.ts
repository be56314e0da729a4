import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListPage } from './address-filters.ts'
import type { ListFilters } from './use-address-filters.ts'

/** An address beyond the end of a list (rows were deleted, an old link) leads to its last page. */
export function useLastPage(
  { data, isPlaceholderData }: UseQueryResult<ListPage<unknown> | readonly unknown[]>,
  filters: Pick<ListFilters<unknown>, 'page' | 'setPage'> | undefined,
): void {
  const last =
    data === undefined || !('items' in data) || data.totalIsCapped || isPlaceholderData
      ? undefined
      : Math.max(1, Math.ceil(data.total / data.size))
  useEffect(() => {
    if (last !== undefined && filters !== undefined && filters.page > last)
      filters.setPage(last, { replace: true })
  }, [last, filters])
}
