import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  CLAIM_SORTS,
  CLAIM_STATUSES,
  CLAIM_SUBJECTS,
  FullClaim,
  listClaims,
  readClaim,
} from '#shared/contract/claims.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { recount } from '../../ui/staff/recount.ts'

export type OneClaim = Reply<typeof readClaim>
export type ListedClaim = Extract<Reply<typeof listClaims>, readonly unknown[]>[number]

export const CLAIMS = ['claims'] as const
const LISTS = [...CLAIMS, 'list'] as const

/** As the address of the list holds them: anything can stand there. */
export interface ClaimFilters {
  readonly q: string
  readonly status: string
  readonly subject: string
}
export const USUAL_FILTERS = { q: '', status: 'open', subject: '' }

const known = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text)

/** What is no filter of ours falls back; '' stays "all". */
export const statusOf = (text: string): (typeof CLAIM_STATUSES)[number] | undefined =>
  text === '' ? undefined : (known(CLAIM_STATUSES, text) ?? 'open')

export const claimsQuery = (
  { q, status, subject }: ClaimFilters,
  page: number,
  size: number,
  sort: string,
) =>
  queryOptions({
    queryKey: [...LISTS, { q, status: statusOf(status), subject, page, size, sort }],
    queryFn: async ({ signal }) => {
      const query = {
        q,
        status: statusOf(status),
        subject: known(CLAIM_SUBJECTS, subject),
        sort: known(CLAIM_SORTS, sort),
        page,
        size,
      }
      const reply = await ask(listClaims, { query }, { signal })
      return Array.isArray(reply)
        ? { items: reply, total: reply.length, totalIsCapped: false, page, size }
        : reply
    },
    placeholderData: keepPreviousData,
  })

export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: [...CLAIMS, 'one', id],
    queryFn: ({ signal }) => ask(readClaim, { params: { id } }, { signal }),
    // Each look is logged; a look without a press would be a false entry.
    refetchOnWindowFocus: false,
  })

/** After a change: the response is the present claim, and the lists have changed. */
export function keepClaim(claim: OneClaim): void {
  queryClient.setQueryData(claimQuery(claim.id).queryKey, claim)
  void queryClient.invalidateQueries({ queryKey: LISTS })
  void recount()
}

/** A colleague was faster. The refusal carries the present state where it knows all of it; otherwise it is loaded. */
export function takePresentState({ problem }: CallFailure): void {
  if (problem?.status !== 409) return
  const present = FullClaim.safeParse(problem['current'])
  if (present.success) keepClaim(present.data)
  else void queryClient.invalidateQueries({ queryKey: CLAIMS })
}
