import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { usePageTitle } from './page.tsx'

/** The way from one page back to the list that it belongs to. */
export const BackLink = ({
  to,
  relative = 'route',
  children,
}: Pick<LinkProps, 'to' | 'relative'> & { readonly children: ReactNode }) => (
  <Link
    to={to}
    relative={relative}
    className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand hover:underline print:hidden"
  >
    <ArrowLeft aria-hidden="true" size={19} className="mirror" />
    {children}
  </Link>
)

interface SubPageProps {
  readonly title: string
  /** The page that this one belongs to. */
  readonly back: { readonly to: string; readonly label: string }
  /** Below the title; phrasing content. */
  readonly lead?: ReactNode
  /** For search engines; see `usePageTitle`. */
  readonly description?: string
  /** Buttons at the end of the heading's line. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A public page that belongs to a list: the way back stands above the title, as at the desks of staff. */
export function SubPage({ title, back, lead, description, actions, children }: SubPageProps) {
  const heading = usePageTitle(title, description)
  return (
    <div className="column pt-4 pb-8 sm:pb-12">
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80 max-sm:basis-full">
          <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
            {title}
          </h1>
          {lead !== undefined && <div className="mt-3 max-w-4xl text-lg text-muted">{lead}</div>}
        </div>
        {actions}
      </div>
      <div className="mt-6">{children}</div>
    </div>
  )
}
