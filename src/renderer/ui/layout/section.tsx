import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** Buttons at the end of the heading's line. */
  readonly actions?: ReactNode
  /** Where a list of contents leads: see `Contents`. */
  readonly anchor?: string
}

/** A titled part of a page, on a surface of its own. */
export function Section({ title, lead, children, actions, anchor }: SectionProps) {
  const drawn = useId()
  const id = anchor ?? drawn
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-line bg-surface shadow-card print:py-2"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-6 sm:pt-5 print:pt-2">
        {/* Words of a title alone go to a second line before a button leaves the first. */}
        <div
          className={cx('max-w-full grow', lead === undefined ? 'basis-32' : 'min-w-0 basis-64')}
        >
          <h2 id={id} tabIndex={-1} className="scroll-mt-4 text-xl headline">
            {title}
          </h2>
          {lead !== undefined && <div className="mt-1 max-w-2xl text-muted">{lead}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className="p-4 sm:p-6 print:py-2">{children}</div>
    </section>
  )
}
