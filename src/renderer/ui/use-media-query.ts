import { useSyncExternalStore } from 'react'

let isPrinting = false
// Before any reader of a query: they hear of the same event.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeprint', () => void (isPrinting = true))
  window.addEventListener('afterprint', () => void (isPrinting = false))
}

/**
 * @param onPaper what it is on paper. The width of a sheet matches the query only after the sheets are counted: a page that
 * changed then ended on white sheets.
 * @returns a hook that returns whether the query matches; false in pages that are written ahead, as
 * on a phone
 */
export function createMediaQuery(query: string, onPaper = false): () => boolean {
  const subscribe = (listener: () => void): (() => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    window.addEventListener('beforeprint', listener)
    window.addEventListener('afterprint', listener)
    return () => {
      media.removeEventListener('change', listener)
      window.removeEventListener('beforeprint', listener)
      window.removeEventListener('afterprint', listener)
    }
  }
  return () =>
    useSyncExternalStore(
      subscribe,
      () => (isPrinting ? onPaper : window.matchMedia(query).matches),
      () => false,
    )
}

/** Below 700 px a table is a list of cards. Only one of the two is in the page, so that nothing is read twice. */
export const useTableFits = createMediaQuery('(min-width: 700px)', true)
