import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface FieldTexts {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** The box of every input and select. */
export const CONTROL =
  'w-full min-h-11 rounded-md border bg-surface px-3 py-2 text-base text-ink disabled:bg-sunken disabled:text-muted'
export const controlEdge = (error: string | undefined): string =>
  error === undefined ? 'border-line-strong' : 'border-danger'

export interface FieldFrameProps extends FieldTexts {
  readonly id: string
  readonly required: boolean | undefined
  readonly className: string | undefined
  readonly children: ReactNode
}

/**
 * Label and hint above, error below. Below the control, the keyboard of a phone or an open list would hide the hint while it is
 * needed. The error is a live region, so that it is heard when it appears.
 */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  required,
  className,
  children,
}: FieldFrameProps) {
  return (
    // Beside a field with a longer hint the first row grows, so that the controls of a line stand at one height. Where an error
    // may appear in a line, `field-lines` (theme.css) holds them. Beside a button, a field keeps the width of its longest word.
    <div className={cx('field-frame grid sm:auto-cols-auto grid-rows-[1fr] gap-1.5', className)}>
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
          {required === true && (
            <span aria-hidden="true" className="ms-1 text-accent">
              *
            </span>
          )}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="pb-1 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      {children}
      <p
        id={`${id}-error`}
        aria-live="polite"
        className={error === undefined ? 'sr-only' : 'text-sm font-semibold text-danger'}
      >
        {error}
      </p>
    </div>
  )
}

/** What the control of a field says of itself to a reader of the screen; spread it on the control. */
export function useControl({
  id,
  hint,
  error,
  required,
}: {
  readonly id?: string | undefined
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly required?: boolean | undefined
}) {
  const ownId = useId()
  const usedId = id ?? ownId
  const described = [
    hint !== undefined && `${usedId}-hint`,
    error !== undefined && `${usedId}-error`,
  ].filter(Boolean)
  return {
    id: usedId,
    'aria-required': required,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': described.join(' ') || undefined,
  }
}
