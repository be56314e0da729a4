import { queryClient } from '../../platform/calls/query-client.ts'

/**
 * The counts for staff: the numbers on the tabs (features/overview) and the tiles of the overview.
 */
export const STATS = ['stats'] as const

/** After a decision: the tab does not wait for its next minute to say one less. */
export const refreshCounts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: STATS })
