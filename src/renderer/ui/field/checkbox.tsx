import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useControl } from './field-frame.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** May hold links: pressing them follows the link and leaves the box as it is. */
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

export function Checkbox({
  label,
  hint,
  error,
  id,
  className,
  required,
  disabled,
  ...rest
}: CheckboxProps) {
  const control = useControl({ id, hint, error, required })
  return (
    <div className={className}>
      <label
        htmlFor={control.id}
        className={cx('flex min-h-11 items-start gap-3 py-2', disabled === true && 'text-muted')}
      >
        {/* The line height of the text beside it, so that the box stands in the middle of the first line. */}
        <span className="inline-flex h-[1lh] shrink-0 items-center">
          <input
            {...rest}
            {...control}
            type="checkbox"
            disabled={disabled}
            className={cx('size-6 accent-brand', error !== undefined && 'outline-2 outline-danger')}
          />
        </span>
        <span className="min-w-0">
          {label}
          {required === true && (
            <span aria-hidden="true" className="ms-1 font-semibold text-accent">
              *
            </span>
          )}
        </span>
      </label>
      {hint !== undefined && (
        <p id={`${control.id}-hint`} className="ps-9 text-sm text-muted">
          {hint}
        </p>
      )}
      <p
        id={`${control.id}-error`}
        aria-live="polite"
        className={error === undefined ? 'sr-only' : 'ps-9 text-sm font-semibold text-danger'}
      >
        {error}
      </p>
    </div>
  )
}
