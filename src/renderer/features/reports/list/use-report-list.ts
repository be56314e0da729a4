import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listReports } from '#shared/contract/reports.ts'
import { askPage, type PageOf } from '../../../platform/calls/ask-page.ts'
import { countActive } from '../../../ui/staff/filters/address-filters.ts'
import { useAddressFilters } from '../../../ui/staff/filters/use-address-filters.ts'
import { useLastPage } from '../../../ui/staff/filters/use-last-page.ts'
import { knownFilters, NO_FILTERS, toQuery, USUAL_SORT, WAITING_SORT } from '../report-filters.ts'

export type ReportPage = PageOf<typeof listReports>

/** One page of the list, as the address names it. */
/** @param defaults what the address need not say: staff begin with what waits */
export function useReportList(defaults = NO_FILTERS) {
  const address = useAddressFilters(defaults)
  const values = knownFilters(address.values)
  const usualSort = values.status === 'open' ? WAITING_SORT : USUAL_SORT
  const filters = { ...address, values, usualSort, activeCount: countActive(values, defaults) }
  const wish = toQuery({ ...filters, sort: filters.sort ?? usualSort })
  const query = useQuery({
    // Reports differ by reader (staff see more), and the cache is emptied when the user changes.
    queryKey: ['reports', 'list', wish],
    queryFn: ({ signal }) => askPage(listReports, { query: wish }, { signal }),
    placeholderData: keepPreviousData, // the earlier page stays until the next one is loaded: nothing jumps
  })
  useLastPage(query, filters)
  return { query, filters }
}
