import { type ReactNode, useEffect } from 'react'
import { Emblem } from '../picture/emblem.tsx'
import { usePageTitle } from './page.tsx'

export interface EntryCardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** Small print below the card. */
  readonly after?: ReactNode
  /** The card replaces another one at the same address: its heading takes the focus, at the top of the window. */
  readonly isNextStep?: boolean
}

/** The card of an entry page: sign-in, new password. */
export function EntryCard({ title, lead, children, after, isNextStep = false }: EntryCardProps) {
  const heading = usePageTitle(title)
  useEffect(() => {
    if (!isNextStep) return
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [heading, isNextStep])
  return (
    <div className="column grid justify-items-center py-8 sm:py-14">
      <div className="w-full max-w-md rounded-lg border border-line bg-surface shadow-card">
        <div aria-hidden="true" className="weave h-2 rounded-t-lg" />
        <div className="grid gap-6 p-5 sm:p-8">
          <div className="grid gap-2">
            <Emblem size={56} />
            <h1 ref={heading} tabIndex={-1} className="mt-2 text-2xl headline">
              {title}
            </h1>
            {lead !== undefined && <p className="text-muted">{lead}</p>}
          </div>
          {children}
        </div>
      </div>
      {after !== undefined && (
        <p className="mt-6 max-w-md text-center text-sm text-muted">{after}</p>
      )}
    </div>
  )
}
