import { useCallback, useEffect, useRef } from 'react'
import type { Report } from '#shared/contract/reports.ts'

interface Deleted {
  readonly id: number
  /** The row that takes its place; undefined where it was the only one. */
  readonly next: number | undefined
  readonly isGone: boolean
}

/**
 * The row goes with its button, and the focus would go with both: it moves to the row that takes the place. The button that
 * undoes it goes too: then it moves to the row that is back.
 */
export function useFocusAfterDeletion(
  reports: readonly Pick<Report, 'id'>[] | undefined,
): (id: number) => void {
  const deleted = useRef<Deleted>(undefined)
  useEffect(() => {
    if (deleted.current === undefined || reports === undefined) return
    const { id, next, isGone } = deleted.current
    if (reports.some((report) => report.id === id) !== isGone) return
    deleted.current = isGone ? undefined : { id, next, isGone: true }
    if (isGone && document.activeElement !== document.body) return // a colleague brought it back
    const at = isGone ? id : next
    const row = at === undefined ? null : document.querySelector(`[data-row="${at}"]`)
    const target = row?.querySelector<HTMLElement>('button, a') ?? document.querySelector('h1')
    target?.focus()
  }, [reports])
  return useCallback(
    (id) => {
      const ids = reports?.map((report) => report.id) ?? []
      const place = ids.indexOf(id)
      deleted.current = { id, next: ids[place + 1] ?? ids[place - 1], isGone: false }
    },
    [reports],
  )
}
