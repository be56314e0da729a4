import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallArguments, Reply } from '#shared/contract/base/define-route.ts'
import {
  listPledges,
  PLEDGE_SORTS,
  PLEDGE_STATUSES,
  type Pledge,
  pledgeTotals,
} from '#shared/contract/donations.ts'
import { DONATION_CAUSE_IDS } from '#shared/domain/donations.ts'
import { ask } from '../../platform/calls/api.ts'

export type PledgePage = Exclude<Reply<typeof listPledges>, readonly Pledge[]>
export type Totals = Reply<typeof pledgeTotals>

export const NO_FILTERS = { q: '', status: '', cause: '', from: '', to: '' }
export type PledgeFilters = typeof NO_FILTERS

const DAY = /^\d{4}-\d{2}-\d{2}$/
const known = <T extends string>(all: readonly T[], text: string): T | undefined =>
  all.find((one) => one === text)

/** What the address says, as the call takes it: words that no filter has are no filter. */
export const toQuery = ({ q, status, cause, from, to }: PledgeFilters) => ({
  q,
  status: known(PLEDGE_STATUSES, status),
  cause: known(DONATION_CAUSE_IDS, cause),
  from: DAY.test(from) ? from : undefined,
  to: DAY.test(to) ? to : undefined,
})
type Query = CallArguments<typeof listPledges>['query']

async function askPage(query: Query, signal: AbortSignal): Promise<PledgePage> {
  const reply = await ask(listPledges, { query }, { signal })
  if (Array.isArray(reply)) throw new Error('The server answered a list where a page was asked for')
  return reply
}

const PLEDGES = ['pledges'] as const
export const allPledges = { queryKey: PLEDGES }

export const pledgesQuery = (filters: PledgeFilters, page: number, size: number, sort: string) => {
  const query = { ...toQuery(filters), page, size, sort: known(PLEDGE_SORTS, sort) }
  return queryOptions({
    queryKey: [...PLEDGES, 'list', query],
    queryFn: ({ signal }) => askPage(query, signal),
    placeholderData: keepPreviousData,
  })
}

export const totalsQuery = queryOptions({
  queryKey: [...PLEDGES, 'totals'],
  queryFn: ({ signal }) => ask(pledgeTotals, {}, { signal }),
})
