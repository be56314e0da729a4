import type { Ref } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { FormFaults } from '../../../ui/form/form-faults.tsx'
import type { UserForm } from './user-form.ts'

/** The faults of the form, once it was refused, in the order of its fields. */
export function UserFaults({ ref }: { readonly ref: Ref<HTMLElement> }) {
  const { t } = useTranslation(['userManagement', 'memberFields'])
  const { control } = useFormContext<UserForm>()
  const { errors } = useFormState({ control })
  return (
    <FormFaults<UserForm>
      ref={ref}
      more={(count) => t('faultMore', { count })}
      fields={Object.keys(errors) as (keyof UserForm)[]} // names of fields only
      labelOf={(name) =>
        isMemberField(name)
          ? t(`memberFields:${name}.label`, { context: 'form' })
          : t(`fields.${name}`)
      }
    />
  )
}
