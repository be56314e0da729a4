import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import {
  listPledges,
  PLEDGE_SORTS,
  PLEDGE_STATUSES,
  pledgeTotals,
} from '#shared/contract/donations.ts'
import { DONATION_CAUSE_IDS } from '#shared/domain/donations.ts'
import { askPage } from '../../platform/calls/ask-page.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { dayOf, type ListAddress, oneOf } from '../../ui/staff/filters/address-filters.ts'
import { sortText } from '../../ui/staff/table/table-types.ts'

export type Totals = Reply<typeof pledgeTotals>

export const NO_FILTERS = { q: '', status: '', cause: '', from: '', to: '' }
export type PledgeFilters = typeof NO_FILTERS

export const USUAL_SORT = { key: 'createdAt', direction: 'desc' } as const

/** What the address says, as the call takes it: words that no filter has are no filter. */
export const toQuery = ({ q, status, cause, from, to }: PledgeFilters) => ({
  q,
  status: oneOf(PLEDGE_STATUSES, status),
  cause: oneOf(DONATION_CAUSE_IDS, cause),
  from: dayOf(from),
  to: dayOf(to),
})
const PLEDGES = ['pledges'] as const
export const allPledges = { queryKey: PLEDGES }

export function pledgesQuery({ values, page, size, sort }: ListAddress<PledgeFilters>) {
  const query = {
    ...toQuery(values),
    page,
    size,
    sort: oneOf(PLEDGE_SORTS, sortText(sort ?? USUAL_SORT)),
  }
  return queryOptions({
    queryKey: [...PLEDGES, 'list', query],
    queryFn: ({ signal }) => askPage(listPledges, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const totalsQuery = readQuery([...PLEDGES, 'totals'], pledgeTotals, {})
