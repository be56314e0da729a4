import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import {
  CLAIM_SORTS,
  CLAIMS_ABOUT,
  CLAIM_STATUSES,
  CLAIM_SUBJECTS,
  type ClaimSort,
  FullClaim,
  listClaims,
  readClaim,
} from '#shared/contract/claims.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { askPage } from '../../platform/calls/ask-page.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { type ListAddress, oneOf } from '../../ui/staff/filters/address-filters.ts'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { NEWEST_FIRST, type Sort, sortText } from '../../ui/staff/table/table-types.ts'

export type OneClaim = Reply<typeof readClaim>
export type ListedClaim = Extract<Reply<typeof listClaims>, readonly unknown[]>[number]

export const CLAIMS = ['claims'] as const
const LISTS = [...CLAIMS, 'list'] as const

export const USUAL_FILTERS = { q: '', status: 'open', subject: '', about: '' }

/** What is no filter of ours falls back; '' stays "all". */
export const statusOf = (text: string): (typeof CLAIM_STATUSES)[number] | 'closed' | undefined =>
  text === '' ? undefined : (oneOf([...CLAIM_STATUSES, 'closed'], text) ?? 'open')

/** What is open begins with what "Answer next" opens, which is the order of no column. */
export const usualSort = (status: string): Sort | undefined =>
  statusOf(status) === 'open' ? undefined : NEWEST_FIRST

const WAITING = 'waiting' satisfies ClaimSort

/** An address can hold anything: what is no filter of ours is left out. */
export function claimsQuery({
  values: { q, status, subject, about },
  page,
  size,
  sort = usualSort(status),
}: ListAddress<typeof USUAL_FILTERS>) {
  const query = {
    q,
    status: statusOf(status),
    subject: oneOf(CLAIM_SUBJECTS, subject),
    about: oneOf(CLAIMS_ABOUT, about),
    sort: sort === undefined ? WAITING : oneOf(CLAIM_SORTS, sortText(sort)),
    page,
    size,
  }
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => askPage(listClaims, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The open message that has waited longest for a first reply; where all have one, that which is open longest. */
export async function nextClaim(): Promise<ListedClaim | undefined> {
  const query = { status: 'open', sort: WAITING, page: 1, size: 1 } as const
  const { items } = await askPage(listClaims, { query })
  return items[0]
}

export const claimQuery = (id: string) =>
  queryOptions({
    ...readQuery([...CLAIMS, 'one', id], readClaim, { params: { id } }),
    // Each look is logged; a look without a press would be a false entry.
    refetchOnWindowFocus: false,
  })

/** After a change: the response is the present claim, and the lists have changed. */
export function keepClaim(claim: OneClaim): void {
  queryClient.setQueryData(claimQuery(claim.id).queryKey, claim)
  void queryClient.invalidateQueries({ queryKey: LISTS })
  void refreshCounts()
}

/** A colleague was faster. The refusal carries the present state where it knows all of it; otherwise it is loaded. */
export function takePresentState({ problem }: CallFailure): void {
  if (problem?.status !== 409) return
  const present = FullClaim.safeParse(problem['current'])
  if (present.success) keepClaim(present.data)
  else void queryClient.invalidateQueries({ queryKey: CLAIMS })
}
