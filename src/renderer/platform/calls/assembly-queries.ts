/** The count of an assembly, as the screen in the hall and the page of staff show it. */
import { queryOptions } from '@tanstack/react-query'
import { countAssembly } from '#shared/contract/assembly.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { readQuery } from './read-query.ts'

const COUNT_EVERY_MS = 4_000

export type VoiceCounts = Reply<typeof countAssembly>

/** Loaded again while the page is visible. What was loaded once stays when a later call fails. */
export const voiceCountsQuery = (eventId: string) =>
  queryOptions({
    ...readQuery(['assembly', eventId, 'counts'], countAssembly, { params: { id: eventId } }),
    refetchInterval: COUNT_EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    retry: false,
    networkMode: 'always', // without a network the call fails at once, and the page says how old its figures are
  })
