import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

type Change = (write: (present: URLSearchParams) => URLSearchParams, replace: boolean) => void

/**
 * The query of the address as it was drawn, and a way to change it as it is now: of two changes before the next drawing
 * (a word that was typed and a button that was pressed), both count. Once another page is on its way, nothing is changed.
 */
export function useAddressQuery(): readonly [URLSearchParams, Change] {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const change: Change = useCallback(
    (write, replace) => {
      if (location.pathname !== pathname) return
      setSearch(write(new URLSearchParams(location.search)), {
        replace,
        preventScrollReset: replace,
      })
    },
    [pathname, setSearch],
  )
  return [search, change]
}
