/** Where each page of this tab's history was scrolled to; survives a reload, as browsers do it for plain pages. */
import type { Location, NavigationType } from 'react-router-dom'

const STORE_KEY = 'scroll'
type Frame = Pick<
  Window,
  | 'scrollTo'
  | 'scrollY'
  | 'history'
  | 'sessionStorage'
  | 'document'
  | 'addEventListener'
  | 'location'
>

function readPositions(store: Storage): Map<string, number> {
  try {
    const value: unknown = JSON.parse(store.getItem(STORE_KEY) ?? '[]')
    return new Map(
      Array.isArray(value)
        ? (value as [string, number][]).filter(
            ([key, y]) => typeof key === 'string' && typeof y === 'number',
          )
        : [],
    ) // as: filtered here
  } catch {
    return new Map()
  }
}

export function createScrollMemory(frame: Frame) {
  const positions = readPositions(frame.sessionStorage)
  frame.history.scrollRestoration = 'manual'
  const keyNow = (): string => (frame.history.state as { key?: string } | null)?.key ?? 'default' // react-router's entry
  frame.addEventListener('pagehide', () => {
    positions.set(keyNow(), frame.scrollY)
    frame.sessionStorage.setItem(STORE_KEY, JSON.stringify([...positions].slice(-50)))
    frame.history.scrollRestoration = 'auto' // a page that is left by a full load is the browser's own business
  })
  return {
    leave: (key: string): void => void positions.set(key, frame.scrollY),
    /** Back and forward return to where one was; a link starts at the top, or at the part it names. */
    arrive({ key, hash }: Pick<Location, 'key' | 'hash'>, action: `${NavigationType}`): void {
      const known = action === 'POP' ? positions.get(key) : undefined
      const target =
        known === undefined && hash !== '' ? frame.document.getElementById(hash.slice(1)) : null
      if (target === null) frame.scrollTo(0, known ?? 0)
      else target.scrollIntoView()
    },
  }
}
