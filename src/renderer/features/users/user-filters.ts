import type { MemberSort } from '#shared/contract/users.ts'
import { MEMBER_SORTS } from '#shared/contract/users.ts'
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { MEMBER_STATUSES } from '#shared/domain/people/member-status.ts'
import { ROLE_IDS } from '#shared/domain/people/roles.ts'
import { oneOf } from '../../ui/staff/filters/address-filters.ts'
import { type Sort, sortText } from '../../ui/staff/table/table-types.ts'

/** The six filters of the list (docs/spec/members.md, 4), as they stand in the address; '' is "all". */
export const NO_FILTERS = { q: '', tribe: '', role: '', country: '', nationality: '', status: '' }
export type UserFilters = typeof NO_FILTERS

/** An address can hold anything; values that the server would refuse are left out. */
export const filterQuery = ({ q, tribe, role, country, nationality, status }: UserFilters) => ({
  ...(q !== '' && { q }),
  ...(tribe !== '' && { tribe }),
  ...withValue('role', oneOf(ROLE_IDS, role)),
  ...withValue('country', oneOf(COUNTRY_CODES, country)),
  ...withValue('nationality', oneOf(COUNTRY_CODES, nationality)),
  ...withValue('status', oneOf(MEMBER_STATUSES, status)),
})

const withValue = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V } // one key or none

export const sortQuery = (sort: Sort | undefined): { readonly sort?: MemberSort } => {
  const known = sort === undefined ? undefined : oneOf(MEMBER_SORTS, sortText(sort))
  return known === undefined ? {} : { sort: known }
}
