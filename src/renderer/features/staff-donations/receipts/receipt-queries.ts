import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listReceipts } from '#shared/contract/donation-receipts.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import type { ListAddress } from '../../../ui/staff/filters/address-filters.ts'
import { allPledges } from '../pledge-queries.ts'

export const NO_FILTERS = { year: '' }
export type ReceiptFilters = typeof NO_FILTERS

/** Below the pledges: what changes one changes what the other shows. */
export function receiptsQuery({ values, page, size }: ListAddress<ReceiptFilters>) {
  const query = { year: /^\d{4}$/.test(values.year) ? Number(values.year) : undefined, page, size }
  return queryOptions({
    ...readQuery([...allPledges.queryKey, 'receipts', query], listReceipts, { query }),
    placeholderData: keepPreviousData,
  })
}
