import { listAgreements } from '#shared/contract/agreements.ts'
import { readQuery } from './read-query.ts'

/** What the member agreed to, and is asked. */
export const agreementsQuery = (cardId: string) =>
  readQuery(['account', 'agreements', cardId], listAgreements, {})
