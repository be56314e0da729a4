import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface SwitchProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (next: boolean) => void
  readonly disabled?: boolean
  /** The change is on its way to the server. */
  readonly busy?: boolean
}

/** For what takes effect at once; inside a form that is sent, use a `Checkbox`. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
  busy = false,
}: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 py-2">
        <label
          htmlFor={id}
          id={`${id}-label`}
          className={cx('font-semibold', disabled && 'text-muted')}
        >
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        disabled={disabled}
        onClick={busy ? undefined : () => onChange(!checked)}
        className="group inline-grid h-11 w-14 shrink-0 place-items-center rounded-md aria-busy:cursor-progress"
      >
        <span
          aria-hidden="true"
          className={cx(
            'flex h-7 w-12 items-center rounded-full border-2 p-0.5 transition-colors',
            checked ? 'border-brand bg-brand' : 'border-line-strong bg-sunken',
            disabled && 'opacity-60',
          )}
        >
          <span
            className={cx(
              'grid size-5 place-items-center rounded-full transition-transform',
              checked
                ? 'translate-x-5 bg-on-brand text-brand rtl:-translate-x-5'
                : 'bg-line-strong text-surface',
            )}
          >
            {busy && (
              <span className="size-3.5 animate-spin rounded-full border-2 border-current border-e-transparent" />
            )}
          </span>
        </span>
      </button>
    </div>
  )
}
