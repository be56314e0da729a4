import type { UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { isEmailOrBlank, type PledgeFields } from './pledge-fields.ts'

const NAME_MAX_CHARS = 160

/** The giver: every field is optional. */
export function GiverFields({
  form: { register, control, formState },
}: {
  readonly form: UseFormReturn<PledgeFields>
}) {
  const { t } = useTranslation('donate')
  const anonymous = useWatch({ control, name: 'anonymous' })
  return (
    <fieldset className="grid gap-4">
      <legend className="pb-1.5 font-semibold">{t('giver.legend')}</legend>
      <Checkbox
        {...register('anonymous')}
        label={t('giver.anonymous')}
        hint={t('giver.anonymousHint')}
        className="-mt-2"
      />
      {/* Labels, fields and hints stand in rows of their own: a label of two lines moves both fields. */}
      {!anonymous && (
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-y-0 sm:*:row-span-3 sm:*:grid-rows-subgrid">
          <TextField
            {...register('name')}
            label={t('giver.name')}
            hint={t('giver.nameHint')}
            error={formState.errors.name?.message}
            autoComplete="name"
            maxLength={NAME_MAX_CHARS}
            dir="auto"
          />
          <TextField
            {...register('email', {
              validate: (value) => isEmailOrBlank(value) || t('giver.emailInvalid'),
            })}
            label={t('giver.email')}
            hint={t('giver.emailHint')}
            error={formState.errors.email?.message}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
        </div>
      )}
    </fieldset>
  )
}
