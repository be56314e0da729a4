import { useCallback, useRef } from 'react'

/** The place of the list, and what takes the focus there: the refusal renders it, so that it exists after the present task. */
export function useFaultSummary() {
  const summary = useRef<HTMLElement>(null)
  const toFaults = useCallback(
    (): void =>
      void setTimeout(() => {
        summary.current?.scrollIntoView({ block: 'start' })
        summary.current?.focus({ preventScroll: true })
      }, 0),
    [],
  )
  return [summary, toFaults] as const
}
