import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A key that bounces comes down again within this time, and a press that was meant for the person before comes late. */
export const BOUNCE_MS = 600
/** So long the server may need for the next card on a slow network, while a thumb rests over the place of the button. */
const REPLACED_MS = 5_000
/** Who was on the screen last, and until when. */
let gone: { readonly person?: string; readonly atMs: number } = { atMs: Number.NEGATIVE_INFINITY }

interface LatePress {
  /** Whether a press was meant for the person before: the camera has just put the next card under the finger. */
  readonly isLate: (timeMs: number) => boolean
  /** The button shows that it takes no press yet. */
  readonly off: boolean
}

/** @param person the card number; undefined while there is nobody to check in */
export function useLatePress(person: string | undefined): LatePress {
  const [off, setOff] = useState(false)
  const replacedAtMs = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (person === undefined) return undefined
    const shownAtMs = performance.now()
    // A card that is read again puts nobody else under the finger.
    const isReplaced = gone.person !== person && shownAtMs - gone.atMs < REPLACED_MS
    replacedAtMs.current = isReplaced ? shownAtMs : Number.NEGATIVE_INFINITY
    // oxlint-disable-next-line react/set-state-in-effect -- the card before leaves in this commit, of which no render knows yet
    setOff(isReplaced)
    const timer = setTimeout(() => setOff(false), BOUNCE_MS)
    return () => {
      clearTimeout(timer)
      gone = { person, atMs: performance.now() }
    }
  }, [person])
  const isLate = useCallback((timeMs: number) => timeMs - replacedAtMs.current < BOUNCE_MS, [])
  return { isLate, off }
}
