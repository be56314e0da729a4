import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The step of a dialog that has just come starts in its first field.
 * - After another step: at once, because the dialog takes the focus back to itself as soon as it finds that the button
 *   of that step, which had it, is gone.
 * - With the dialog itself: a frame later, when the dialog has noted where the focus goes back to in the end.
 */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const focus = (): void => {
      const fields = [
        ...(form.current?.querySelectorAll<HTMLElement>('input:not([aria-hidden])') ?? []),
      ]
      // A fast user types already: half of the word would land in another field.
      if (!fields.some((field) => field === document.activeElement)) fields[0]?.focus()
    }
    if (document.activeElement !== document.body) {
      const frame = requestAnimationFrame(focus)
      return () => cancelAnimationFrame(frame)
    }
    focus()
    return undefined
  }, [])
  return form
}
