import type { ReactNode } from 'react'

export interface Fact {
  readonly label: string
  /** Nothing is drawn as a dash. */
  readonly value: ReactNode
}

/** Labels and values: beside each other where there is room, below each other on a phone. */
export function Facts({ items }: { readonly items: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ label, value }) => (
        <div key={label} className="grid gap-x-6 py-2.5 sm:grid-cols-[minmax(8rem,14rem)_1fr]">
          <dt className="text-sm text-muted sm:pt-px">{label}</dt>
          <dd className="min-w-0 font-semibold">
            {value === undefined || value === null || value === '' ? (
              <span className="text-muted">–</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
