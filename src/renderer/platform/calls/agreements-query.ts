import { queryOptions } from '@tanstack/react-query'
import { listAgreements } from '#shared/contract/agreements.ts'
import { ask } from './api.ts'

/** What the member agreed to, and is asked. */
export const agreementsQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['account', 'agreements', cardId],
    queryFn: ({ signal }) => ask(listAgreements, {}, { signal }),
  })
