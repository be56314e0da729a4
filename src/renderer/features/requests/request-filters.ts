import type { Sort } from '../../ui/staff/data-table.tsx'
import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import type { ListQuery } from './queries.ts'

/** The list opens on what is to be decided; '' is every status. */
export const NO_FILTERS = { q: '', status: 'pending', tribe: '', from: '', to: '' }
export type RequestFilters = typeof NO_FILTERS

const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = (text: string): string | undefined =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** What the address says as the server takes it; what is broken is left out instead of being refused. */
export function toQuery(
  { q, status, tribe, from, to }: RequestFilters,
  page: number,
  size: number,
  sort: Sort | undefined,
): ListQuery {
  const known = REQUEST_STATUSES.find((one) => one === status)
  const [first, last] = [day(from), day(to)]
  return {
    page,
    size,
    sort: sort?.key === 'createdAt' && sort.direction === 'asc' ? 'createdAt' : '-createdAt',
    ...(q === '' ? {} : { q }),
    ...(known === undefined ? {} : { status: known }),
    ...(tribe === '' ? {} : { tribe }),
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { to: last }),
  }
}
