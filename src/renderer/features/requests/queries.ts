import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import { readDocuments } from '#shared/contract/documents.ts'
import { listPortraits } from '#shared/contract/portraits.ts'
import {
  claimRequest,
  type FullRequest,
  releaseRequest,
  listRequests,
  readRequest,
  requestHolders,
  nextRequest,
} from '#shared/contract/requests.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import { PHOTO_RESIGN_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { api, ask } from '../../platform/calls/api.ts'
import { askPage } from '../../platform/calls/ask-page.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { LockCalls } from '../../ui/staff/desk/use-review-lock.ts'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'

export type ListQuery = CallArguments<typeof listRequests>['query']

const REQUESTS = ['requests'] as const
export const DELETED_REQUESTS = [...REQUESTS, 'deleted'] as const
const PORTRAITS = ['portraits'] as const
/** Colleagues who look at the list must see soon who holds a request. */
const LIST_AGAIN_MS = 30_000

export const requestListQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [...REQUESTS, 'list', query],
    queryFn: ({ signal }) => askPage(listRequests, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_AGAIN_MS,
    refetchOnWindowFocus: true,
  })

/** Each look is logged: it is requested when staff open it, and not repeated automatically. */
const LOOKED_AT_ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

export const requestQuery = (id: string) =>
  queryOptions({
    ...LOOKED_AT_ONCE,
    ...readQuery([...REQUESTS, 'one', id], readRequest, { params: { id } }),
  })

/** Signed addresses of identity documents; signing counts as the look. */
export const signedDocumentsQuery = (addresses: readonly string[]) =>
  queryOptions({
    ...LOOKED_AT_ONCE,
    ...readQuery(['documents', 'signed', ...addresses], signPhoto, { body: [...addresses] }),
  })

export const memberDocumentsQuery = (memberId: string) =>
  queryOptions({
    ...LOOKED_AT_ONCE,
    ...readQuery(['documents', 'member', memberId], readDocuments, { params: { memberId } }),
  })

export const portraitsQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: [...PORTRAITS, page, size],
    queryFn: ({ signal }) => askPage(listPortraits, { query: { page, size } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: PHOTO_RESIGN_INTERVAL_MS, // the signed addresses expire
    refetchOnWindowFocus: true,
  })

export const reloadRequestLists = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...REQUESTS, 'list'] }),
    refreshCounts(),
  ])
}
export const reloadDeletedRequests = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: DELETED_REQUESTS })
export const reloadRequest = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: requestQuery(id).queryKey })
export const reloadPortraits = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [...PORTRAITS] }), refreshCounts()])
}

export const keepRequest = (id: string, change: Partial<FullRequest>): void =>
  void queryClient.setQueryData(requestQuery(id).queryKey, (held) =>
    held === undefined ? held : { ...held, ...change },
  )

export const requestLock: LockCalls<string> = {
  take: async (id, takeOver) =>
    keepRequest(id, await ask(claimRequest, { params: { id }, body: { takeOver } })),
  release: (id) => void api.call(releaseRequest, { params: { id } }),
  reload: reloadRequest,
}

export const PORTRAITS_PER_PAGE = 10

/** No data of applicants: it may be asked for often. */
const HOLDERS_AGAIN_MS = 5_000
export const holdersQuery = queryOptions({
  ...readQuery([...REQUESTS, 'holders'], requestHolders, {}),
  refetchInterval: HOLDERS_AGAIN_MS,
  refetchOnWindowFocus: true,
})

/** Long enough for the page that opens next, too short to show an old state to a later one. */
const HANDED_OVER_MS = 2_000

const handOver = (
  options: { readonly queryKey: readonly unknown[] },
  data: unknown,
): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: options.queryKey,
    queryFn: () => Promise.resolve(data),
    gcTime: HANDED_OVER_MS,
  })

/**
 * Takes the review lock of the next request without one (after the given request, or the oldest), and gets the request
 * with the same call: the page that opens it waits for nothing.
 */
export async function openNext(from?: string, direction: 'forward' | 'back' = 'forward') {
  const next = await ask(nextRequest, {
    body: { open: true, ...(from !== undefined && { from, direction }) },
  })
  if (next.opened !== null) {
    const { request, documents } = next.opened
    const references = request.idProofPhotos.map(({ photoUrl }) => photoUrl)
    await handOver(requestQuery(request.requestId), request)
    await handOver(signedDocumentsQuery(references), documents)
  }
  return next
}
export type NextRequest = Awaited<ReturnType<typeof openNext>>
