import { NavLink } from 'react-router-dom'
import { cx } from './cx.ts'

export interface RouteTab {
  readonly to: string
  readonly label: string
}

/** Tabs that are pages: links, so that they open in a new window, go into the history and work without a tab role. */
export function RouteTabs({
  items,
  label,
}: {
  readonly items: readonly RouteTab[]
  readonly label?: string
}) {
  return (
    <nav aria-label={label} className="-mb-px overflow-x-auto">
      <ul className="flex gap-1">
        {items.map(({ to, label: text }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                cx(
                  'inline-flex min-h-12 items-center border-b-3 px-4 font-semibold whitespace-nowrap transition-colors',
                  isActive
                    ? 'border-brand text-brand'
                    : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
                )
              }
            >
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
