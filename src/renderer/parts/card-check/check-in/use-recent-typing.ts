import { useCallback, useEffect, useRef } from 'react'
import { isTyping } from '../../../ui/staff/shortcut-rules.ts'

/** Longer than a hand scanner waits between two keys, and than a person who read the number again before Enter. */
const TYPED_MS = 1_500

/**
 * Whether Enter and Space belong to characters that were typed into no field: the keys of a hand scanner that is too slow or
 * whose code is too short to be known as one, or a number whose field lost the focus. Such a code ends with Enter, and a
 * name in it holds spaces: they must not check in the person of the card before.
 * @param resultNumber what was typed before this result does not count: it may be the scan that led to it
 */
export function useRecentTyping(resultNumber?: number): (timeMs: number) => boolean {
  const last = useRef({ timeMs: Number.NEGATIVE_INFINITY, resultNumber })
  useEffect(() => {
    function typed({ key, target, timeStamp }: KeyboardEvent): void {
      if (key.length === 1 && key !== ' ' && !isTyping(target))
        last.current = { timeMs: timeStamp, resultNumber }
    }
    window.addEventListener('keydown', typed, { capture: true })
    return () => window.removeEventListener('keydown', typed, { capture: true })
  }, [resultNumber])
  return useCallback(
    (timeMs) =>
      last.current.resultNumber === resultNumber && timeMs - last.current.timeMs < TYPED_MS,
    [resultNumber],
  )
}
