import { useCallback, useRef } from 'react'

/** There the page is shown from its top: the list at the edge of the window would leave half of the title under the header. */
const isOnFirstScreen = (list: HTMLElement): boolean =>
  list.closest('[role="dialog"]') === null &&
  list.getBoundingClientRect().top + window.scrollY < window.innerHeight / 2

/** The place of the list, and what takes the focus there: the refusal renders it, so that it exists after the present task. */
export function useFaultSummary() {
  const summary = useRef<HTMLElement>(null)
  const toFaults = useCallback(
    (): void =>
      void setTimeout(() => {
        const list = summary.current
        if (list === null) return
        if (isOnFirstScreen(list)) window.scrollTo(0, 0)
        else list.scrollIntoView({ block: 'start' })
        list.focus({ preventScroll: true })
      }, 0),
    [],
  )
  return [summary, toFaults] as const
}
