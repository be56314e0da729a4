import './kiosk-hands.css'
import { useEffect } from 'react'

/** A pointer that rests in the picture of the camera is in the way. */
const POINTER_RESTS_MS = 3_000

/** While the kiosk fills the window: its sizes for hands (kiosk-hands.css), no menu by long press, a pointer that hides. */
export function useHands(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const still = (): void => void (dataset['kiosk'] = 'still')
    function moved({ pointerType }: PointerEvent): void {
      if (pointerType !== 'mouse') return
      dataset['kiosk'] = 'moving'
      clearTimeout(timer)
      timer = setTimeout(still, POINTER_RESTS_MS)
    }
    const noMenu = (event: Event): void => event.preventDefault()
    still()
    window.addEventListener('pointermove', moved)
    window.addEventListener('contextmenu', noMenu)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', moved)
      window.removeEventListener('contextmenu', noMenu)
      delete dataset['kiosk']
    }
  }, [])
}
