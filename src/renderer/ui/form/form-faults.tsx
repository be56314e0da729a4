import type { Ref } from 'react'
import { type FieldPath, type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FaultSummary } from './fault-summary.tsx'

interface FormFaultsProps<F extends FieldValues> {
  readonly ref: Ref<HTMLElement>
  /** The fields that may be faulty, in the order of the page. */
  readonly fields: readonly FieldPath<F>[]
  readonly labelOf: (field: FieldPath<F>) => string
  /** For fields that the library of forms has no element of. */
  readonly focus?: (field: FieldPath<F>) => void
  /** "and 4 more", for a form whose list would fill a phone. */
  readonly more?: (count: number) => string
}

/** The faults of a form in context, once it was refused. A fault of the type `missing` names its field in its own words. */
export function FormFaults<F extends FieldValues>({
  ref,
  fields,
  labelOf,
  focus,
  more,
}: FormFaultsProps<F>) {
  const { t } = useTranslation('ui')
  const { control, setFocus, getFieldState } = useFormContext<F>()
  const state = useFormState({ control })
  const found = state.isSubmitted
    ? fields.flatMap((name) => {
        const { error } = getFieldState(name, state)
        return error === undefined ? [] : [{ name, ...error }]
      })
    : []
  if (found.length === 0) return null
  return (
    <FaultSummary
      ref={ref}
      title={t('fault.summary', { count: found.length })}
      {...(more !== undefined && { more })}
      faults={found.map(({ name, type, message }) => ({
        text:
          type === 'missing'
            ? String(message)
            : t('fault.of', { field: labelOf(name), fault: message }),
        href: `#${name}`,
        onFollow: () => {
          if (focus === undefined) setFocus(name)
          else focus(name)
          // The library of forms moves the focus in a task of its own, and the fault stands below the field.
          setTimeout(() => document.activeElement?.scrollIntoView({ block: 'center' }), 0)
        },
      }))}
    />
  )
}
