import { QueryClient } from '@tanstack/react-query'
import { onPersonLeft } from '../session/session.ts'
import { shouldRetry } from './call-failure.ts'

export const queryClient = new QueryClient({
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
