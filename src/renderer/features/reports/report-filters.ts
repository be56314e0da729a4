import type { CallArguments } from '#shared/contract/base/define-route.ts'
/** The filters of the list, as its address holds them and as the call takes them. */
import type { listReports } from '#shared/contract/reports.ts'
import { REPORT_SORTS, REPORT_STATUS_FILTERS } from '#shared/domain/report/report-rules.ts'
import { dayOf, type ListAddress, oneOf } from '../../ui/staff/filters/address-filters.ts'
import { sortText } from '../../ui/staff/table/table-types.ts'

export const NO_FILTERS = {
  id: '',
  from: '',
  to: '',
  type: '',
  actor: '',
  victim: '',
  status: '',
  answered: '',
}
export type Filters = typeof NO_FILTERS
/** Staff begin with what waits. */
export const STAFF_FILTERS: Filters = { ...NO_FILTERS, status: 'open' }
export type FilterKey = keyof Filters

/** docs/spec/reports.md, 3. */
export const REPORTS_PER_PAGE = 10
export const USUAL_SORT = { key: 'createdAt', direction: 'desc' } as const
/** What has waited longest is on top. */
export const WAITING_SORT = { key: 'createdAt', direction: 'asc' } as const
/** What the contract allows for a part of a number. */
const ID_MAX_CHARS = 20

/** An address can hold anything: what no filter has is left out. */
export const knownFilters = (values: Filters): Filters => ({
  ...values,
  id: values.id.slice(0, ID_MAX_CHARS),
  from: dayOf(values.from) ?? '',
  to: dayOf(values.to) ?? '',
  status: oneOf(REPORT_STATUS_FILTERS, values.status) ?? '',
  answered: oneOf(['yes'], values.answered) ?? '',
})

/** Blank filters are not sent. */
export const givenFilters = (values: Filters): Partial<Filters> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, value.trim()])
      .filter(([, value]) => value !== ''),
  )

export const toQuery = ({
  values,
  sort = USUAL_SORT,
  page,
}: Omit<ListAddress<Filters>, 'size'>): CallArguments<typeof listReports>['query'] => ({
  ...(givenFilters(values) as object), // the known ones of an address
  sort: oneOf(REPORT_SORTS, sortText(sort)) ?? '-createdAt',
  page,
  size: REPORTS_PER_PAGE,
})

/** A start after its end finds nothing; the page must say why. */
export const isReversed = ({ from, to }: Filters): boolean => from !== '' && to !== '' && from > to
