import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'

interface RowSelectProps {
  /** Names the person as well: a table has many of these. */
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly className?: string
  /** Why nothing can be chosen. */
  readonly closed?: string | undefined
  /** The reason stands in the page beside another field of the row already. */
  readonly quiet?: boolean
  /** Something that differs from the usual, and should be seen when going down the column. */
  readonly marked?: boolean
}

/** A choice inside a row of the table. */
export function RowSelect({ label, value, options, onChange, closed, quiet = false, marked = false, className }: RowSelectProps) {
  const id = useId()
  return (
    <div className={cx('grid gap-0.5', className)}>
      <div className="relative">
        <select
          aria-label={label}
          aria-describedby={closed === undefined ? undefined : id}
          title={closed}
          disabled={closed !== undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={cx(
            'min-h-11 w-full appearance-none rounded-md border border-line-strong bg-surface py-1.5 ps-2.5 pe-8 text-base sm:text-sm',
            'disabled:border-line disabled:bg-sunken disabled:text-muted',
            marked && 'not-disabled:border-warning not-disabled:bg-warning-soft',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" size={16} className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-muted" />
      </div>
      {closed !== undefined && (
        <span id={id} className={quiet ? 'sr-only' : 'max-w-40 text-xs text-muted'}>
          {closed}
        </span>
      )}
    </div>
  )
}
