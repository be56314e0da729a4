import { useEffect, useEffectEvent } from 'react'

/**
 * Keys of the screen. Function keys, because a hand scanner types everything else: the first letters of a scan reach the
 * page before anybody can know that it is one.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>, active: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key]
    if (
      run === undefined ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!active) return undefined // there, keys belong to the dialog
    const listen = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [active])
}
