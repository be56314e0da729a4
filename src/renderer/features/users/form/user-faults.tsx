import type { Ref } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { FaultSummary } from '../../../ui/form/fault-summary.tsx'
import type { UserForm } from './user-form.ts'

/** The faults of the form, once it was refused, in the order of its fields. */
export function UserFaults({ ref }: { readonly ref: Ref<HTMLElement> }) {
  const { t } = useTranslation(['userManagement', 'memberFields', 'registration'])
  const { control, setFocus } = useFormContext<UserForm>()
  const { errors, isSubmitted } = useFormState({ control })
  const faulty = Object.keys(errors) as (keyof UserForm)[] // names of fields only
  if (!isSubmitted || faulty.length === 0) return null
  const labelOf = (name: keyof UserForm): string =>
    isMemberField(name) ? t(`memberFields:${name}.label`, { context: 'form' }) : t(`fields.${name}`)
  return (
    <FaultSummary
      ref={ref}
      title={t('registration:faultSummary', { count: faulty.length })}
      faults={faulty.map((name) => {
        const { type, message } = errors[name] ?? {}
        return {
          // "Enter the first name." names its field.
          text:
            type === 'missing'
              ? String(message)
              : t('registration:faultLink', { field: labelOf(name), fault: message }),
          href: `#${name}`,
          onFollow: () => {
            setFocus(name)
            document.activeElement?.scrollIntoView({ block: 'center' })
          },
        }
      })}
    />
  )
}
