import { queryOptions } from '@tanstack/react-query'
import { privacyFacts } from '#shared/contract/about.ts'
import { ask } from './api.ts'

/** What the texts about personal data say of this server. */
export const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: ({ signal }) => ask(privacyFacts, {}, { signal }),
})
