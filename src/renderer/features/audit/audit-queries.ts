import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAudit, auditState } from '#shared/contract/audit.ts'
import { askPage, type PageOf } from '../../platform/calls/ask-page.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { ListAddress } from '../../ui/staff/filters/address-filters.ts'
import { type AuditFilters, toQuery } from './audit-filters.ts'

export type AuditEntry = PageOf<typeof listAudit>['items'][number]

export const auditQuery = ({ values, page, size }: ListAddress<AuditFilters>) => {
  const query = { ...toQuery(values), page, size }
  // Each look is a row of the log itself, so a page is not read again just because the window was brought to the front.
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => askPage(listAudit, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}

export const stateQuery = readQuery(['audit', 'state'], auditState, {})
