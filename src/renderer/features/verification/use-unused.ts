import { useEffect, useRef } from 'react'

/** Runs after that long without a press, a key or a message of the subscription. */
export function useUnused(
  limitMs: number,
  subscribe: (listener: () => void) => () => void,
  run: () => void,
): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function again(): void {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), limitMs)
    }
    again()
    const unsubscribe = subscribe(again)
    window.addEventListener('pointerdown', again)
    window.addEventListener('keydown', again)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pointerdown', again)
      window.removeEventListener('keydown', again)
    }
  }, [limitMs, subscribe])
}
