import { queryOptions, useQuery } from '@tanstack/react-query'
import { listSessions } from '#shared/contract/auth.ts'
import type { Reply } from '#shared/contract/define-route.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'

export type OwnSession = Reply<typeof listSessions>[number]

const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => ask(listSessions, {}, { signal }),
})

export const useSessions = () => useQuery(sessionsQuery)
export const reloadSessions = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
