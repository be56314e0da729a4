import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import { dayOf, type ListAddress, oneOf } from '../../ui/staff/filters/address-filters.ts'
import { NEWEST_FIRST, OLDEST_FIRST, type Sort } from '../../ui/staff/table/table-types.ts'
import type { ListQuery } from './queries.ts'

/** The list opens on undecided requests; '' is every status. */
export const NO_FILTERS = { q: '', status: 'pending', tribe: '', from: '', to: '' }
export type RequestFilters = typeof NO_FILTERS

export const usualSort = ({ status }: Pick<RequestFilters, 'status'>): Sort =>
  status === 'pending' ? OLDEST_FIRST : NEWEST_FIRST

/** The filters of the address in the shape of the call; invalid parts are left out instead of being refused. */
export function toQuery({
  values: { q, status, tribe, from, to },
  page,
  size,
  sort,
}: ListAddress<RequestFilters>): ListQuery {
  const known = status === 'decided' ? status : oneOf(REQUEST_STATUSES, status)
  const [first, last] = [dayOf(from), dayOf(to)]
  const { direction } = sort?.key === 'createdAt' ? sort : usualSort({ status })
  return {
    page,
    size,
    sort: direction === 'asc' ? 'createdAt' : '-createdAt',
    ...(q === '' ? {} : { q }),
    ...(known === undefined ? {} : { status: known }),
    ...(tribe === '' ? {} : { tribe }),
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { to: last }),
  }
}
