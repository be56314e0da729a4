import type { RefObject } from 'react'

/**
 * For when the button that opened a dialog is gone with what it was about: the dialog gives the focus back to nothing
 * when it closes, so it is put on a neighbour after that.
 */
export function focusSoon(target: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => target.current?.focus({ preventScroll: true })),
  )
}
