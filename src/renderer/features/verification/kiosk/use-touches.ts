import { useEffect } from 'react'
import { createTouches } from './touches.ts'
import { shell } from './use-kiosk.ts'

/** While the screen is open, presses and keys anywhere on it put off the lock. */
export function useTouches(): void {
  useEffect(() => {
    const touched = createTouches(
      () => void shell().invoke('kiosk:touched'),
      () => Date.now(),
    )
    window.addEventListener('pointerdown', touched, { capture: true, passive: true })
    window.addEventListener('keydown', touched, { capture: true })
    return () => {
      window.removeEventListener('pointerdown', touched, { capture: true })
      window.removeEventListener('keydown', touched, { capture: true })
    }
  }, [])
}
