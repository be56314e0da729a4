import { queryOptions } from '@tanstack/react-query'
import { about } from '#shared/contract/about.ts'
import { readQuery } from './read-query.ts'

/** What the server says of itself and of the association; it changes with the settings alone. */
export const aboutQuery = queryOptions({
  ...readQuery(['about'], about, {}),
  staleTime: Number.POSITIVE_INFINITY,
})
