import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallArguments, Reply } from '#shared/contract/base/define-route.ts'
import { listAudit, auditState } from '#shared/contract/audit.ts'
import { ask } from '../../platform/calls/api.ts'
import { type AuditFilters, toQuery } from './audit-filters.ts'

export type AuditPage = Extract<Reply<typeof listAudit>, { readonly items: unknown }>
export type AuditEntry = AuditPage['items'][number]

type Query = CallArguments<typeof listAudit>['query']

async function askPage(query: Query, signal: AbortSignal): Promise<AuditPage> {
  const reply = await ask(listAudit, { query }, { signal })
  if (Array.isArray(reply)) throw new Error('The server answered a list where a page was asked for')
  return reply
}

export const auditQuery = (filters: AuditFilters, page: number, size: number) => {
  const query = { ...toQuery(filters), page, size }
  // Each look is a row of the log itself, so a page is not read again just because the window was brought to the front.
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => askPage(query, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}

export const stateQuery = queryOptions({
  queryKey: ['audit', 'state'],
  queryFn: ({ signal }) => ask(auditState, {}, { signal }),
})
