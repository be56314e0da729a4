import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
import {
  claimReport,
  listReports,
  readReport,
  releaseReport,
  type Report,
  reportHolders,
} from '#shared/contract/reports.ts'
import type { ReportStatusFilter } from '#shared/domain/report/report-rules.ts'
import { api, ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { LockCalls } from '../../ui/staff/desk/use-review-lock.ts'

const LINES = 50
const LIST_AGAIN_MS = 15_000

/** What waits: the oldest first; what is decided: the newest first. */
export const reportQueueQuery = (status: ReportStatusFilter) =>
  queryOptions({
    queryKey: ['reports', 'queue', status],
    queryFn: async ({ signal }): Promise<readonly Report[]> => {
      const sort = status === 'open' ? 'createdAt' : '-createdAt'
      const query = { page: 1, size: LINES, status, sort } as const
      const reply = await ask(listReports, { query }, { signal })
      return Array.isArray(reply) ? reply : reply.items
    },
    placeholderData: keepPreviousData,
    refetchInterval: LIST_AGAIN_MS,
    refetchOnWindowFocus: true,
  })

export const deskReportQuery = (id: number) =>
  queryOptions({
    ...readQuery(['reports', 'desk', id], readReport, { params: { id }, query: {} }),
    // A report that changes under the eyes of its reader would be decided unread: the version tells that it changed.
    refetchOnWindowFocus: false,
  })

const HOLDERS_AGAIN_MS = 5_000
/** Who holds which report. The open report and the list read it here, so both say the same. */
export const reportHoldersQuery = queryOptions({
  ...readQuery(['reports', 'holders'], reportHolders, {}),
  select: ({ holders }): ReadonlyMap<number, ReviewLock> =>
    new Map(holders.map(({ reportId, claim }) => [reportId, claim])),
  refetchInterval: HOLDERS_AGAIN_MS,
  refetchOnWindowFocus: true,
})

/** @param claim null: the lock was released */
export const keepHolder = (id: number, claim: ReviewLock | null): void =>
  void queryClient.setQueryData(reportHoldersQuery.queryKey, (known) => {
    if (known === undefined) return known
    const others = known.holders.filter(({ reportId }) => reportId !== id)
    return {
      ...known,
      holders: claim === null ? others : [...others, { reportId: id, claim }],
    }
  })

export const reportLock: LockCalls<number> = {
  take: async (id, takeOver) => {
    const { claim } = await ask(claimReport, { params: { id }, body: { takeOver } })
    keepHolder(id, claim)
  },
  release: (id) => {
    keepHolder(id, null)
    void api.call(releaseReport, { params: { id } })
  },
  reload: async (id) => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: reportHoldersQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: deskReportQuery(id).queryKey }),
    ])
  },
}
