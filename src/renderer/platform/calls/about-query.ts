import { queryOptions } from '@tanstack/react-query'
import { about } from '#shared/contract/about.ts'
import { ask } from './api.ts'

/** What the server says of itself and of the association; it changes with the settings alone. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => ask(about, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
