import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router-dom'
import { cx } from '../cx.ts'
import { BackLink } from '../layout/back-link.tsx'
import { usePageTitle } from '../layout/page.tsx'

/** A page of a dashboard: heading with actions, then its parts one below the other. */
export function StaffPage({ children, ...head }: PageHeadProps & { readonly children: ReactNode }) {
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-4 py-4 print:block print:space-y-2">
      <PageHead {...head} />
      {children}
    </div>
  )
}

interface PageHeadProps {
  readonly title: string
  /** The page that this one belongs to. */
  readonly back?: Pick<LinkProps, 'to' | 'relative'> & { readonly label: string }
  readonly lead?: ReactNode
  /** Buttons at the end of the heading's line. */
  readonly end?: ReactNode
  /** One button of the width of an icon: on a phone it stays beside the heading. */
  readonly endIsSmall?: boolean
}

/** The heading of a dashboard page: smaller than on a public page, with its actions beside it. */
function PageHead({ title, back, lead, end, endIsSmall = false }: PageHeadProps) {
  const heading = usePageTitle(title)
  return (
    <header
      className={cx(
        'flex items-start justify-between gap-x-6 gap-y-3',
        endIsSmall ? 'sm:flex-wrap' : 'flex-wrap',
      )}
    >
      {back !== undefined && (
        <div className="-my-3 basis-full text-sm print:hidden">
          <BackLink {...back}>{back.label}</BackLink>
        </div>
      )}
      {/* A lead takes a second line rather than the whole of the first; a title alone takes its own width. */}
      <div className={cx('min-w-0 grow', lead === undefined ? 'basis-auto' : 'basis-72')}>
        <h1 ref={heading} tabIndex={-1} className="text-2xl headline">
          {title}
        </h1>
        {/* Clear of the letters below the line: Arabic ones reach far down, and a badge may stand here. */}
        {lead !== undefined && (
          <div className="mt-2 max-w-2xl text-sm text-pretty text-muted">{lead}</div>
        )}
      </div>
      {end !== undefined && (
        <div
          className={cx(
            'flex flex-wrap items-center gap-2',
            !endIsSmall && 'max-sm:w-full max-sm:*:grow',
          )}
        >
          {end}
        </div>
      )}
    </header>
  )
}
