import type { ReactNode } from 'react'
import { usePageTitle } from '../layout/page.tsx'

export interface PageHeadProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Buttons at the end of the heading's line. */
  readonly end?: ReactNode
}

/** The heading of a dashboard page: smaller than on a public page, with its actions beside it. */
export function PageHead({ title, lead, end }: PageHeadProps) {
  const heading = usePageTitle(title)
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <h1 ref={heading} tabIndex={-1} className="text-2xl headline">
          {title}
        </h1>
        {lead !== undefined && <div className="max-w-2xl text-sm text-muted">{lead}</div>}
      </div>
      {end !== undefined && <div className="flex flex-wrap items-center gap-2">{end}</div>}
    </header>
  )
}
