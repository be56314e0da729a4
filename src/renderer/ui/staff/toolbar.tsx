import type { ReactNode } from 'react'
import { PageHead, type PageHeadProps } from './page-head.tsx'

/** A page of a dashboard: heading with actions, then its parts one below the other. */
export function StaffPage({ children, ...head }: PageHeadProps & { readonly children: ReactNode }) {
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-4 py-4">
      <PageHead {...head} />
      {children}
    </div>
  )
}
