import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from '../log-failure.ts'
import { onPersonLeft } from '../session/session.ts'
import { CallFailure, shouldRetry } from './call-failure.ts'

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (!(error instanceof CallFailure)) logFailure('A query failed', error)
    },
  }),
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      staleTime: 30_000,
      // Without network a query waits and shows what it has, instead of turning it into an error.
      networkMode: 'online',
    },
    // A change is never retried automatically: the user decides.
    mutations: { retry: false, networkMode: 'always' },
  },
})

onPersonLeft(() => queryClient.clear())
