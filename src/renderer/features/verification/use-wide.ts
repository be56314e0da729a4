import { useSyncExternalStore } from 'react'

/** Room for both ways side by side: Tailwind's `lg`. Asked in code, because a hidden panel must not hold the camera. */
const QUERY = '(min-width: 64rem)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useWide = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
