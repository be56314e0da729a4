import { TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Application, FieldName } from './application.ts'
import { focusField } from './focus-field.ts'
import { FIELD_ORDER, fieldElementId } from './sections.ts'

/** Names of faulty fields in the order of the page. */
export function useFaultyFields(): readonly FieldName[] {
  const { control } = useFormContext<Application>()
  const { errors, isSubmitted } = useFormState({ control })
  return isSubmitted ? FIELD_ORDER.filter((name) => errors[name] !== undefined) : []
}

/** Everything that needs a correction, each with a way to its field. Takes the focus when sending on was refused. */
export function FaultSummary({ ref }: { readonly ref: Ref<HTMLElement> }) {
  const { t } = useTranslation('registration')
  const { control } = useFormContext<Application>()
  const { errors } = useFormState({ control })
  const faulty = useFaultyFields()
  if (faulty.length === 0) return null
  /** "Enter your first name." says which field is meant; other faults are named with it. */
  const wordsOf = (name: FieldName): string => {
    const { type, message } = errors[name] ?? {}
    return String(type).startsWith('required.')
      ? String(message)
      : t('faultLink', { field: t(`fields.${name}`), fault: message })
  }
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="fault-summary"
      className="scroll-mt-4 rounded-md border border-s-4 border-danger bg-danger-soft p-4"
    >
      <h3 id="fault-summary" className="flex items-start gap-2.5 font-semibold">
        <TriangleAlert aria-hidden="true" size={22} className="mt-px shrink-0 text-danger" />
        {t('faultSummary', { count: faulty.length })}
      </h3>
      <ul className="mt-2 grid gap-x-6 ps-8 sm:grid-cols-2">
        {faulty.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldElementId(name)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(name)
              }}
              className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-9"
            >
              {wordsOf(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
