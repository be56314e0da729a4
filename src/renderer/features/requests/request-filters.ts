import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import { dayOf, type ListAddress, oneOf } from '../../ui/staff/filters/address-filters.ts'
import type { ListQuery } from './queries.ts'

/** The list opens on undecided requests; '' is every status. */
export const NO_FILTERS = { q: '', status: 'pending', tribe: '', from: '', to: '' }
export type RequestFilters = typeof NO_FILTERS

/** The filters of the address in the shape of the call; invalid parts are left out instead of being refused. */
export function toQuery({
  values: { q, status, tribe, from, to },
  page,
  size,
  sort,
}: ListAddress<RequestFilters>): ListQuery {
  const known = status === 'decided' ? status : oneOf(REQUEST_STATUSES, status)
  const [first, last] = [dayOf(from), dayOf(to)]
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
