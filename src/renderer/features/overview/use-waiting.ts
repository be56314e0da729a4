import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { statsWaiting } from '#shared/contract/stats.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { STATS } from '../../ui/staff/refresh-counts.ts'

export type WaitingWork = Reply<typeof statsWaiting>

const FRESH_MS = 5_000
const REFRESH_MS = 60_000

/** The counts on the tabs; loaded again each minute while visible, and when another tab opens. */
export const useWaiting = () =>
  useQuery({
    ...readQuery([...STATS, 'waiting'], statsWaiting, {}),
    staleTime: FRESH_MS,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  })
