import { describe, expect, it } from 'vitest'
import { filterQuery, NO_FILTERS, sortQuery } from './user-filters.ts'

describe('filters of the member list', () => {
  it('are sent to the server unchanged', () => {
    expect(filterQuery(NO_FILTERS)).toEqual({})
    const all = {
      q: 'amna',
      tribe: 'Demo',
      role: 'ROLE_USER',
      country: 'FR',
      nationality: 'SD',
      status: 'banned',
    }
    expect(filterQuery(all)).toEqual(all)
  })
  it('leave out invalid parts of the address', () => {
    expect(
      filterQuery({
        ...NO_FILTERS,
        role: 'ROLE_KING',
        country: 'Atlantis',
        nationality: 'x',
        status: 'dead',
      }),
    ).toEqual({})
    expect(sortQuery({ key: 'password', direction: 'asc' })).toEqual({})
    expect(sortQuery(undefined)).toEqual({})
    expect(sortQuery({ key: 'name', direction: 'desc' })).toEqual({ sort: '-name' })
  })
})
