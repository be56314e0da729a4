import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A typed text that is passed on after a pause, while its result (the address of a list) returns
 * later. A late value never removes a letter that was typed since; a value from elsewhere, such as
 * from the back button, replaces the typed text.
 */
export function usePausedText(value: string, onChange: (text: string) => void, pauseMs: number) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  /** Passed on and not yet returned, the oldest first. */
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  const [pausing, setPausing] = useState(false)
  const [replaced, setReplaced] = useState(0)
  const wish = useRef(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (value !== known) {
    setKnown(value)
    const own = underWay.indexOf(value)
    const left = own === -1 ? [] : underWay.slice(own + 1)
    setUnderWay(left)
    if (own === -1) {
      setTyped(value)
      setReplaced(replaced + 1)
    } else if (left.length === 0 && !pausing && typed.trim() !== value) setTyped(value)
  }
  useLayoutEffect(() => {
    wish.current = value
    return () => clearTimeout(pause.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a value from elsewhere replaces the typed text
  }, [replaced])
  const passOn = (text: string): void => {
    clearTimeout(pause.current)
    setPausing(false)
    const next = text.trim()
    if (next === wish.current && next === value) return
    if (next !== wish.current) setUnderWay((before) => [...before, next])
    wish.current = next
    onChange(next)
  }
  return {
    typed,
    passOn,
    type: (text: string): void => {
      setTyped(text)
      setPausing(true)
      clearTimeout(pause.current)
      pause.current = setTimeout(() => passOn(text), pauseMs)
    },
  }
}
