import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
}

/** What stands where a list or a result would be: what is missing, and what to do about it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <div
        aria-hidden="true"
        className="grid size-16 place-items-center rounded-full bg-brand-soft text-brand"
      >
        {icon}
      </div>
      <p className="text-xl headline">{title}</p>
      {children !== undefined && <div className="max-w-md text-muted">{children}</div>}
    </div>
  )
}
