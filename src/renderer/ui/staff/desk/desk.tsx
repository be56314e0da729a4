import type { ReactNode } from 'react'
import { createMediaQuery } from '../../use-media-query.ts'

/** From here on the list stands beside the open item; below it is a page of its own. */
export const useDeskFits = createMediaQuery('(min-width: 1100px)')

interface DeskProps {
  /** What waits; not rendered where there is no room for it. */
  readonly queue: ReactNode
  readonly children: ReactNode
}

/** A list at the start side, and the open item at the end side. */
export function Desk({ queue, children }: DeskProps) {
  const fits = useDeskFits()
  if (!fits) return children
  return (
    <div className="flex">
      <div className="w-60 shrink-0 border-e border-line bg-surface 2xl:w-80 print:hidden">
        <div className="sticky top-15 max-h-[calc(100dvh-3.75rem)] overflow-y-auto">{queue}</div>
      </div>
      <div className="@container min-w-0 grow">{children}</div>
    </div>
  )
}
