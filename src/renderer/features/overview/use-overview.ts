import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { statsOverview } from '#shared/contract/stats.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { STATS } from '../../ui/staff/refresh-counts.ts'

export type Overview = Reply<typeof statsOverview>

const FRESH_MS = 10_000
const REFRESH_MS = 300_000

/** Loaded again every five minutes while the page is visible. */
export function useOverview() {
  return useQuery({
    ...readQuery([...STATS, 'overview'], statsOverview, {}),
    staleTime: FRESH_MS,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  })
}
