import { ChevronDown, LockKeyhole } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'

interface RowSelectProps {
  /** Names the person as well: a table has many of these selects. */
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly className?: string
  /** Why the select is locked: a lock with a tooltip, because a line of text would make the row higher. */
  readonly closed?: string | undefined
  /** An unusual value, highlighted in the column. */
  readonly marked?: boolean
}

/** A select in a row of the table. */
export function RowSelect({
  label,
  value,
  options,
  onChange,
  closed,
  marked = false,
  className,
}: RowSelectProps) {
  const id = useId()
  const Icon = closed === undefined ? ChevronDown : LockKeyhole
  return (
    <div className={className}>
      <div className="relative">
        <select
          aria-label={label}
          aria-describedby={closed === undefined ? undefined : id}
          title={closed}
          disabled={closed !== undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={cx(
            'min-h-9 w-full appearance-none rounded-md border border-line-strong bg-surface py-1 ps-2.5 pe-8 text-base max-sm:min-h-11 sm:text-sm pointer-coarse:min-h-11',
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
        <Icon
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-muted"
        />
      </div>
      {closed !== undefined && (
        <span id={id} className="sr-only">
          {closed}
        </span>
      )}
    </div>
  )
}
