import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** The way from one page back to the list that it belongs to. */
export const BackLink = ({
  to,
  relative = 'route',
  children,
}: Pick<LinkProps, 'to' | 'relative'> & { readonly children: ReactNode }) => (
  <Link
    to={to}
    relative={relative}
    className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand hover:underline"
  >
    <ArrowLeft aria-hidden="true" size={19} className="mirror" />
    {children}
  </Link>
)
