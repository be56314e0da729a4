import type { Sort } from '../../ui/staff/table/data-table.tsx'
import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import type { ListQuery } from './queries.ts'

/** The list opens on undecided requests; '' is every status. */
export const NO_FILTERS = { q: '', status: 'pending', tribe: '', from: '', to: '' }
export type RequestFilters = typeof NO_FILTERS

const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = (text: string): string | undefined =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** The filters of the address in the shape of the call; invalid parts are left out instead of being refused. */
export function toQuery(
  { q, status, tribe, from, to }: RequestFilters,
  page: number,
  size: number,
  sort: Sort | undefined,
): ListQuery {
  const known = status === 'decided' ? status : REQUEST_STATUSES.find((one) => one === status)
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
