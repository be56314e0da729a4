import { type ReactNode, useId } from 'react'

export interface GroupedFact {
  readonly label: string
  /** Nothing is drawn as a dash. */
  readonly value: ReactNode
}

interface FactGroupProps {
  readonly title: string
  readonly items: readonly GroupedFact[]
}

/** Short facts that belong together, two in a line: fifteen lines of one fact each would be a long way to scroll on a phone. */
export function FactGroup({ title, items }: FactGroupProps) {
  const id = useId()
  return (
    <div className="grid gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <h3 id={id} className="font-semibold text-brand">
        {title}
      </h3>
      <dl aria-labelledby={id} className="grid grid-cols-2 gap-x-5 gap-y-3">
        {items.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere">
              {value === '' ? <span className="text-muted">–</span> : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
