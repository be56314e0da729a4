import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { statsWaiting } from '#shared/contract/stats.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'

/**
 * The counts for staff: the numbers on the tabs and the tiles of the overview.
 */
export const STATS = ['stats'] as const

/** After a decision: the tab does not wait for its next minute to say one less. */
export const refreshCounts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: STATS })

export type WaitingWork = Reply<typeof statsWaiting>

const FRESH_MS = 5_000
const REFRESH_MS = 60_000

/**
 * What waits, for the tabs and for the pages behind them: one source, so that no two of them say different numbers. Loaded
 * again each minute while visible, and when another tab opens.
 */
export const useWaiting = () =>
  useQuery({
    ...readQuery([...STATS, 'waiting'], statsWaiting, {}),
    staleTime: FRESH_MS,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  })
