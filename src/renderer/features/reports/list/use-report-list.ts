import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { listReports, type Report } from '#shared/contract/reports.ts'
import type { ReportSort } from '#shared/domain/report/report-rules.ts'
import { ask } from '../../../platform/calls/api.ts'
import { useAddressQuery } from '../../../ui/use-address-query.ts'
import {
  type Filters,
  type ListWish,
  NO_FILTERS,
  readWish,
  REPORTS_PER_PAGE,
  toQuery,
  writeWish,
} from './report-filters.ts'

export type ReportPage = Exclude<Reply<typeof listReports>, readonly Report[]>

async function askPage(wish: ListWish, signal: AbortSignal): Promise<ReportPage> {
  const reply = await ask(listReports, { query: toQuery(wish) }, { signal })
  if (Array.isArray(reply)) throw new Error('The server answered a list where a page was asked for')
  return reply
}

/** One page of the list, as the address names it. */
export function useReportList() {
  const [search, changeQuery] = useAddressQuery()
  const wish = readWish(search)
  const query = useQuery({
    // Reports differ by reader (staff see more), and the cache is emptied when the user changes.
    queryKey: ['reports', 'list', writeWish(wish).toString()],
    queryFn: ({ signal }) => askPage(wish, signal),
    placeholderData: keepPreviousData, // the earlier page stays until the next one is loaded: nothing jumps
  })
  const { data } = query
  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.total / REPORTS_PER_PAGE))

  const go = useCallback(
    (next: Partial<ListWish>, replace: boolean) =>
      changeQuery((present) => writeWish({ ...readWish(present), page: 1, ...next }), replace),
    [changeQuery],
  )
  // An address beyond the end (reports were deleted, an old link) leads to the last page.
  const beyond =
    data !== undefined && !query.isPlaceholderData && wish.page > pages && !data.totalIsCapped
  useEffect(() => {
    if (beyond) go({ page: pages }, true)
  }, [beyond, go, pages])

  return {
    ...wish,
    pages,
    query,
    /** Typing adds no history entries: back leads to the earlier page, not to the earlier letter. */
    setFilters: useCallback(
      (change: Partial<Filters>) =>
        changeQuery((present) => {
          const now = readWish(present)
          return writeWish({ ...now, filters: { ...now.filters, ...change }, page: 1 })
        }, true),
      [changeQuery],
    ),
    clear: () => go({ filters: NO_FILTERS }, true),
    setSort: (sort: ReportSort) => go({ sort }, true),
    setPage: (page: number) => go({ page }, false),
  }
}
