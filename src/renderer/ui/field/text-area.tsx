import {
  type ComponentProps,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { cx } from '../cx.ts'
import { CONTROL, controlEdge, FieldFrame, type FieldTexts, useControl } from './field-frame.tsx'

export interface TextAreaProps extends ComponentProps<'textarea'>, FieldTexts {
  /**
   * Shows how many characters are left. Nothing is cut off: text that is too long stays, so that the writer can choose
   * what to shorten.
   */
  readonly maxChars?: number
}

export function TextArea({
  label,
  hint,
  error,
  id,
  className,
  required,
  rows = 4,
  maxChars,
  onInput,
  ref,
  ...rest
}: TextAreaProps) {
  const texts = { label, hint, error }
  const control = useControl({ ...texts, id, required })
  const { field, length, measure } = useLength(ref)
  const counterId = maxChars === undefined ? undefined : `${control.id}-counter`
  return (
    <FieldFrame {...texts} id={control.id} required={required} className={className}>
      <textarea
        {...rest}
        {...control}
        ref={field}
        rows={rows}
        aria-describedby={
          [control['aria-describedby'], counterId].filter(Boolean).join(' ') || undefined
        }
        onInput={(event) => {
          measure()
          onInput?.(event)
        }}
        className={cx(CONTROL, controlEdge(error), 'block')}
      />
      {maxChars !== undefined && <Counter id={`${control.id}-counter`} left={maxChars - length} />}
    </FieldFrame>
  )
}

/** Announced only near the limit: a number after every letter would cover the letters. */
const SAID_FROM = 20

function Counter({ id, left }: { readonly id: string; readonly left: number }) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const count = Math.abs(left)
  const text = t(left < 0 ? 'textArea.over' : 'textArea.left', {
    count,
    number: format.number(count),
  })
  return (
    <>
      <p
        id={id}
        className={cx(
          'order-1 -mt-0.5 text-end text-xs', // an error stands directly below its field
          left < 0 ? 'font-semibold text-danger' : 'text-muted',
        )}
      >
        {text}
      </p>
      <p aria-live="polite" className="sr-only">
        {left <= SAID_FROM && left % 5 === 0 ? text : ''}
      </p>
    </>
  )
}

/**
 * The length of the text, which is held by the parent, or by the element itself with
 * react-hook-form.
 */
function useLength(outer: Ref<HTMLTextAreaElement> | undefined) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(0)
  const measure = useCallback(() => setLength(field.current?.value.length ?? 0), [])
  useEffect(measure) // also after a reset from outside, which renders but types nothing
  // react-hook-form reads and writes the element itself.
  useImperativeHandle(outer, () => field.current as HTMLTextAreaElement, []) // it is there whenever effects run
  return { field, length, measure }
}
