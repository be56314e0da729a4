import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isPasswordAlphabet, isStrongPassword } from '#shared/domain/access/password.ts'
import { StrengthMeter } from '../../../ui/field/strength-meter.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import type { UserForm } from './user-form.ts'

/** A new password for another person, twice (docs/spec/sign-in.md, 5: four of five points). */
export function PasswordAnswers() {
  const { t } = useTranslation(['userManagement', 'registration'])
  const { register, control, getValues, formState } = useFormContext<UserForm>()
  const typed = useWatch({ control, name: 'password' })
  const { password, confirmation } = formState.errors
  return (
    <>
      <div className="grid content-start gap-3">
        <PasswordField
          {...register('password', {
            shouldUnregister: true,
            validate: {
              missing: (value) => value !== '' || t('faults.missing.password'),
              weak: (value) =>
                (isPasswordAlphabet(value) && isStrongPassword(value)) ||
                t('registration:passwordTooWeak'),
            },
          })}
          label={t('fields.password')}
          error={password?.message}
          autoComplete="new-password"
          required
        />
        <StrengthMeter password={typed ?? ''} />
      </div>
      <PasswordField
        {...register('confirmation', {
          shouldUnregister: true,
          validate: {
            missing: (value) => value !== '' || t('faults.missing.confirmation'),
            differs: (value) =>
              value === getValues('password') || t('registration:passwordMismatch'),
          },
        })}
        label={t('fields.confirmation')}
        error={confirmation?.message}
        autoComplete="new-password"
        required
      />
    </>
  )
}
