import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a step that replaces another one in the same place: its heading takes the focus and stands at the top. A focus on a
 * field further down would leave what must be read first above the window.
 */
export function useHeadingInView<E extends HTMLElement>(): RefObject<E | null> {
  const heading = useRef<E>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  return heading
}
