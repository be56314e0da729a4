/**
 * Leaves the page so that nothing of it stays: what it showed is removed, and an empty page takes its
 * place in the history of the browser. No other site is asked for, which would be a trace elsewhere.
 */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const NEUTRAL = 'about:blank'

export interface Leaving {
  /** Everything is removed: render nothing. */
  readonly gone: boolean
  readonly leave: () => void
}

export function useLeaveAtOnce(): Leaving {
  const [gone, setGone] = useState(false)
  const wipe = (): void => flushSync(() => setGone(true))
  const leave = (): void => {
    wipe()
    window.location.replace(NEUTRAL)
  }
  useEffect(() => {
    let escapes = 0
    const onKey = ({ key }: KeyboardEvent): void => {
      escapes = key === 'Escape' ? escapes + 1 : 0
      if (escapes === 2) leave()
    }
    // A browser may keep the page as it is for its back button: then it is kept empty.
    const onHide = (): void => wipe()
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setGone(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
    }
  })
  return { gone, leave }
}
