import { useCallback } from 'react'
import { useAddressQuery } from '../../use-address-query.ts'
import type { Sort } from '../table/table-types.ts'
import { countActive, type ListAddress, readAddress, writeAddress } from './address-filters.ts'

/** How a list is narrowed, and the ways to change that. */
export interface ListFilters<F> extends ListAddress<F> {
  /** Changes filters and goes to the first page. */
  readonly set: (patch: Partial<F>) => void
  /** Turning a page makes history, unless it `replace`s. */
  readonly setPage: (page: number, how?: { readonly replace: boolean }) => void
  readonly setSize: (size: number) => void
  readonly setSort: (sort: Sort) => void
  readonly clear: () => void
  readonly activeCount: number
}

/**
 * Filters, order and page of a list, kept in the query of the address. Filters make no history: going back leads to the
 * page before, not to the letter before; turning a page does.
 *
 * @param defaults the names of the filters and what they are when the address says nothing; '' is "all"
 */
export function useAddressFilters<F extends Record<string, string>>(defaults: F): ListFilters<F> {
  const [search, changeQuery] = useAddressQuery()
  // Written in the render, it is a new object each time, but its content stays.
  const usual = JSON.stringify(defaults)

  const go = useCallback(
    (change: (now: ListAddress<F>) => Partial<ListAddress<F>>, replace: boolean) => {
      const known = JSON.parse(usual) as F // what was written above
      changeQuery((present) => {
        const now = readAddress(present, known)
        return writeAddress(present, { ...now, page: 1, ...change(now) }, known)
      }, replace)
    },
    [changeQuery, usual],
  )

  return {
    ...readAddress(search, defaults),
    set: useCallback(
      (patch) => go(({ values }) => ({ values: { ...values, ...patch } }), true),
      [go],
    ),
    setPage: useCallback(
      (page, { replace } = { replace: false }) => go(() => ({ page }), replace),
      [go],
    ),
    setSize: useCallback((size) => go(() => ({ size }), true), [go]),
    setSort: useCallback((sort) => go(() => ({ sort }), true), [go]),
    clear: useCallback(() => go(() => ({ values: JSON.parse(usual) as F }), true), [go, usual]), // what was written above
    activeCount: countActive(readAddress(search, defaults).values, defaults),
  }
}
