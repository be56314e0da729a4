import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 700px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Below 700 px the list is made of cards. One of the two is in the page, so that nothing is read twice. */
export const useTableFits = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  ) // written ahead as on a phone
