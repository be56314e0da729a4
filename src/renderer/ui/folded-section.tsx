import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldedSectionProps {
  /** Id of the heading, where the list of sections leads. */
  readonly anchor: string
  readonly title: string
  /** What holds now: it is read without opening the section. */
  readonly value: ReactNode
  /** Something in it waits for a decision. */
  readonly open?: boolean
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** What is seldom changed or looked at: one line, until it is opened. The browser's search opens it as well. */
export function FoldedSection({
  anchor,
  title,
  value,
  open = false,
  lead,
  actions,
  children,
}: FoldedSectionProps) {
  return (
    <section
      aria-labelledby={anchor}
      className="rounded-lg border border-line bg-surface shadow-card"
    >
      <details open={open} className="group">
        <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 rounded-lg px-4 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
            <h2 id={anchor} tabIndex={-1} className="scroll-mt-4 text-xl headline">
              {title}
            </h2>
            <span className="font-semibold text-muted">{value}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="shrink-0 text-muted group-open:rotate-180"
          />
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line p-4 sm:p-6">
          {(lead !== undefined || actions !== undefined) && (
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
              <div className="max-w-2xl min-w-0 grow basis-64 text-muted">{lead}</div>
              {actions}
            </div>
          )}
          {children}
        </div>
      </details>
    </section>
  )
}

/** Before the window moves to a section: a folded one is opened. */
export function unfold(anchor: string): void {
  const fold = document.getElementById(anchor)?.closest('details')
  if (fold != null) fold.open = true
}
