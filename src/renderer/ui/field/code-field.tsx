import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { FieldFrame, useControl } from './field-frame.tsx'

export interface CodeFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (code: string) => void
  /** All digits are there, typed, pasted or filled in by the phone. */
  readonly onComplete?: (code: string) => void
  readonly busy?: boolean
  readonly autoFocus?: boolean
}

/**
 * A one-time code: one real input, so that pasting, filling in from a message and screen readers work as everywhere,
 * and six cells that only show what is in it.
 */
export function CodeField({
  label,
  hint,
  error,
  value,
  onChange,
  onComplete,
  busy = false,
  autoFocus = false,
}: CodeFieldProps) {
  const { t } = useTranslation('ui')
  const control = useControl({ hint: hint ?? t('code.hint'), error })
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  /** The whole code is selected: the next digit starts again. */
  const [marked, setMarked] = useState(false)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  // The browser's own event: React's `onSelect` does not come for a selection that the program makes.
  useEffect(() => {
    const field = input.current
    const mark = (): void => setMarked(true)
    field?.addEventListener('select', mark)
    return () => field?.removeEventListener('select', mark)
  }, [])
  // A refused code is typed again, not corrected; with a caret at the end the next digit would go nowhere.
  useEffect(() => {
    if (error === undefined) return
    input.current?.focus()
    input.current?.select()
  }, [error])

  const accept = (text: string): void => {
    const code = onlyDigits(text).slice(0, CODE_LENGTH)
    if (code === value) return
    onChange(code)
    if (code.length === CODE_LENGTH) onComplete?.(code)
  }
  /** The cells have no place for a caret in the middle: typing goes on at the end. */
  const caretToEnd = (): void => input.current?.setSelectionRange(value.length, value.length)

  return (
    <FieldFrame
      id={control.id}
      label={label}
      hint={hint ?? t('code.hint')}
      error={error}
      required={undefined}
      className={undefined}
    >
      <div className="flex items-center gap-3">
        <div dir="ltr" className="relative w-full max-w-78">
          <input
            ref={input}
            {...control}
            value={value}
            readOnly={busy}
            onChange={({ target }) => accept(target.value)}
            onFocus={({ currentTarget }) => {
              setFocused(true)
              if (value.length === CODE_LENGTH) currentTarget.select()
            }}
            onBlur={() => setFocused(false)}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
              setMarked(selectionStart !== selectionEnd)
              if (selectionStart === selectionEnd && selectionEnd !== value.length) caretToEnd()
            }}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-busy={busy || undefined}
            className="absolute inset-0 z-10 size-full cursor-text opacity-0"
          />
          <div aria-hidden="true" className="flex gap-1.5 sm:gap-2">
            {Array.from({ length: CODE_LENGTH }, (_, index) => (
              <Cell
                key={index}
                digit={value[index]}
                active={
                  focused && !busy && !marked && index === Math.min(value.length, CODE_LENGTH - 1)
                }
                marked={focused && marked && index < value.length}
                faulty={error !== undefined}
                middle={index === CODE_LENGTH / 2}
              />
            ))}
          </div>
        </div>
        {busy && <Spinner label={t('code.checking')} className="text-brand" />}
      </div>
    </FieldFrame>
  )
}

interface CellProps {
  readonly digit: string | undefined
  readonly active: boolean
  readonly marked: boolean
  readonly faulty: boolean
  /** The first cell of the second half stands apart: three and three are easier to compare with a message. */
  readonly middle: boolean
}

function Cell({ digit, active, marked, faulty, middle }: CellProps) {
  return (
    <span
      className={cx(
        'grid h-13 min-w-0 flex-1 place-items-center rounded-md border text-xl font-semibold tabular-nums',
        middle && 'ms-1.5 sm:ms-2.5',
        marked ? 'bg-brand-soft' : 'bg-surface',
        active || marked
          ? 'border-focus outline-2 outline-focus'
          : faulty
            ? 'border-danger'
            : 'border-line-strong',
      )}
    >
      {digit ?? (active && <span className="h-6 w-0.5 animate-pulse bg-ink" />)}
    </span>
  )
}
