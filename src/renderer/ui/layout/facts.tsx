import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface Fact {
  readonly label: string
  /** Nothing is drawn as a dash. */
  readonly value: ReactNode
  /** Takes the whole line of a group, always or where a line is short. */
  readonly wide?: boolean | 'phone'
}

const valueOrDash = (value: ReactNode): ReactNode =>
  value === undefined || value === null || value === '' ? (
    <span className="text-muted">–</span>
  ) : (
    value
  )

/** Labels and values: beside each other where there is room, below each other on a phone. */
export function Facts({ items }: { readonly items: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ label, value }) => (
        <div
          key={label}
          className="grid gap-x-6 py-2.5 print:py-1 sm:grid-cols-[clamp(8rem,36%,14rem)_minmax(min-content,1fr)]"
        >
          <dt className="text-sm text-muted sm:pt-px">{label}</dt>
          <dd className="min-w-0 font-semibold">{valueOrDash(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FactGroupProps {
  readonly title: string
  readonly items: readonly Fact[]
  /** The title stands beside the facts where there is room, otherwise above them. */
  readonly beside?: boolean
}

/** Short facts that belong together, two in a line: fifteen lines of one fact each would be a long way to scroll on a phone. */
export function FactGroup({ title, items, beside = false }: FactGroupProps) {
  const id = useId()
  return (
    <div
      className={cx(
        'grid gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0',
        beside && 'sm:grid-cols-[9rem_minmax(0,1fr)]',
      )}
    >
      <h3 id={id} className="font-semibold text-brand">
        {title}
      </h3>
      <dl
        aria-labelledby={id}
        className={cx(
          'grid grid-cols-2 gap-x-5 gap-y-3',
          !beside && 'sm:grid-cols-3 lg:grid-cols-2',
        )}
      >
        {items.map(({ label, value, wide }) => (
          <div
            key={label}
            className={cx(
              'min-w-0',
              wide === 'phone' ? 'max-sm:col-span-full' : wide && 'col-span-full',
            )}
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold">{valueOrDash(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
