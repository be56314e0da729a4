import { type RefObject, useEffect, useState } from 'react'

/** Whether this element fills the screen, and how to change that; undefined where the browser cannot (iPhones). */
export function useFullScreen(
  element: RefObject<HTMLElement | null>,
): { readonly on: boolean; readonly turn: (on: boolean) => void } | undefined {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const changed = (): void => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  if (!document.fullscreenEnabled) return undefined
  return {
    on,
    turn(next) {
      // Refused by some managed devices; the door works in the window as well.
      const done = next ? element.current?.requestFullscreen() : document.exitFullscreen()
      done?.catch(() => undefined)
    },
  }
}
