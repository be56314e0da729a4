/** The filters of the list and the address of the page: each follows from the other, so that a list can be linked. */
import type { listReports } from '#shared/contract/reports.ts'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import {
  REPORT_SORTS,
  REPORT_STATUS_FILTERS,
  type ReportSort,
} from '#shared/domain/report/report-rules.ts'

export const FILTER_KEYS = [
  'id',
  'from',
  'to',
  'type',
  'actor',
  'victim',
  'status',
  'answered',
] as const
export type FilterKey = (typeof FILTER_KEYS)[number]
export type Filters = Readonly<Record<FilterKey, string>>

export interface ListWish {
  readonly filters: Filters
  readonly sort: ReportSort
  readonly page: number
}

/** docs/spec/reports.md, 3. */
export const REPORTS_PER_PAGE = 10
const TEXT_MAX_CHARS = 120
/** What the contract allows for a part of a number. */
const ID_MAX_CHARS = 20
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const NO_FILTERS: Filters = {
  id: '',
  from: '',
  to: '',
  type: '',
  actor: '',
  victim: '',
  status: '',
  answered: '',
}
export const isFiltered = (filters: Filters): boolean =>
  FILTER_KEYS.some((key) => filters[key].trim() !== '')

/** An address can hold anything: unknown filters are left out. */
export function readWish(search: URLSearchParams): ListWish {
  const read = (key: FilterKey): string => {
    const text = (search.get(key) ?? '').slice(0, key === 'id' ? ID_MAX_CHARS : TEXT_MAX_CHARS)
    return (key === 'from' || key === 'to') && !(DAY.test(text) && !Number.isNaN(Date.parse(text)))
      ? ''
      : text
  }
  const page = Number(search.get('page') ?? 1)
  return {
    filters: {
      id: read('id'),
      from: read('from'),
      to: read('to'),
      type: read('type'),
      actor: read('actor'),
      victim: read('victim'),
      status: REPORT_STATUS_FILTERS.find((status) => status === search.get('status')) ?? '',
      answered: search.get('answered') === 'yes' ? 'yes' : '',
    },
    sort: REPORT_SORTS.find((sort) => sort === search.get('sort')) ?? '-createdAt',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

export function writeWish({ filters, sort, page }: ListWish): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of FILTER_KEYS) if (filters[key] !== '') search.set(key, filters[key])
  if (sort !== '-createdAt') search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  return search
}

export function toQuery({
  filters,
  sort,
  page,
}: ListWish): CallArguments<typeof listReports>['query'] {
  const given = Object.fromEntries(
    FILTER_KEYS.filter((key) => filters[key].trim() !== '').map((key) => [
      key,
      filters[key].trim(),
    ]),
  )
  return { ...given, sort, page, size: REPORTS_PER_PAGE }
}

/** A start after its end finds nothing; the page must say why. */
export const isReversed = ({ from, to }: Filters): boolean => from !== '' && to !== '' && from > to
