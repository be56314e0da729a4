import { useSyncExternalStore } from 'react'

/**
 * @returns a hook that returns whether the query matches; false in pages that are written ahead, as
 * on a phone
 */
export function createMediaQuery(query: string): () => boolean {
  const subscribe = (listener: () => void): (() => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () =>
    useSyncExternalStore(
      subscribe,
      () => window.matchMedia(query).matches,
      () => false,
    )
}

/** Below 700 px a table is a list of cards. Only one of the two is in the page, so that nothing is read twice. */
export const useTableFits = createMediaQuery('(min-width: 700px)')
