import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

export interface QueueTileProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  /** The number, as it is shown. */
  readonly count: string
  /** What the number counts: "wait for a decision". */
  readonly unit: string
  readonly lines: readonly string[]
}

/** One queue: how much waits, since when, and the way there. The whole tile is the link. */
export function QueueTile({ to, icon, title, count, unit, lines }: QueueTileProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="group grid h-full content-start gap-1 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-brand sm:p-5"
      >
        <span className="flex items-center gap-2 text-sm font-semibold text-muted">
          <span aria-hidden="true" className="text-brand">
            {icon}
          </span>
          <span className="grow">{title}</span>
          <ChevronRight aria-hidden="true" size={18} className="mirror group-hover:text-brand" />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-2xl headline tabular-nums">{count}</span>
          <span>{unit}</span>
        </span>
        {lines.map((line) => (
          <span key={line} className="text-sm text-muted">
            {line}
          </span>
        ))}
      </Link>
    </li>
  )
}
