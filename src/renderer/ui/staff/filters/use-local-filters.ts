import { useState } from 'react'
import { countActive, type ListAddress } from './address-filters.ts'
import type { ListFilters } from './use-address-filters.ts'

/** As `useAddressFilters`, for a list whose filters must not stay in the history of the browser. */
export function useLocalFilters<F extends Record<string, string>>(
  defaults: F,
  usualSize: number,
): ListFilters<F> {
  const [now, setNow] = useState<ListAddress<F>>({
    values: defaults,
    page: 1,
    size: usualSize,
    sort: undefined,
  })
  const go = (change: Partial<ListAddress<F>>): void =>
    setNow((before) => ({ ...before, page: 1, ...change }))
  return {
    ...now,
    set: (patch) =>
      setNow((before) => ({ ...before, page: 1, values: { ...before.values, ...patch } })),
    setPage: (page) => go({ page }),
    setSize: (size) => go({ size }),
    setSort: (sort) => go({ sort }),
    clear: () => go({ values: defaults }),
    activeCount: countActive(now.values, defaults),
  }
}
