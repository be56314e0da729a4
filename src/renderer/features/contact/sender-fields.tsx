import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isPersonName } from '#shared/domain/people/person-name.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'
import { TextField, EmailField } from '../../ui/field/text-field.tsx'
import type { KnownSender } from './use-sender.ts'

const LOOKS_LIKE_PHONE = /^\+?\d{3,24}$/

/** Who sends a message or an objection. An objection is decided by mail, so it needs no phone number. */
export function SenderFields({ phoneNeeded }: { readonly phoneNeeded: boolean }) {
  const { t } = useTranslation('contact')
  const {
    register,
    setValue,
    formState: { errors },
  } = useFormContext<KnownSender>()
  const named = (field: 'firstName' | 'lastName') => ({
    missing: (value: string) => value.trim() !== '' || t(`errors.required.${field}`),
    name: (value: string) => isPersonName(CLEAN.name(value)) || t('errors.name'),
  })
  return (
    <div className="field-lines">
      <TextField
        {...register('firstName', { validate: named('firstName') })}
        label={t('form.firstName')}
        error={errors.firstName?.message}
        autoComplete="given-name"
        dir="auto"
        required
      />
      <TextField
        {...register('lastName', { validate: named('lastName') })}
        label={t('form.lastName')}
        error={errors.lastName?.message}
        autoComplete="family-name"
        dir="auto"
        required
      />
      <EmailField
        {...register('email', {
          validate: {
            missing: (value) => value.trim() !== '' || t('errors.required.email'),
            email: (value) => looksLikeEmail(CLEAN.email(value)) || t('errors.email'),
          },
        })}
        label={t('form.email')}
        hint={t('form.emailHint')}
        error={errors.email?.message}
      />
      <TextField
        {...register('phoneNumber', {
          validate: {
            missing: (value) =>
              !phoneNeeded || value.trim() !== '' || t('errors.required.phoneNumber'),
            phone: (value) =>
              value.trim() === '' || LOOKS_LIKE_PHONE.test(CLEAN.phone(value)) || t('errors.phone'),
          },
          // Shown as it is sent, so that the sender sees which digits were understood.
          onBlur: ({ target }: { readonly target: { readonly value: string } }) =>
            setValue('phoneNumber', CLEAN.phone(target.value), { shouldDirty: true }),
        })}
        label={t(phoneNeeded ? 'form.phoneNumber' : 'objection.phone')}
        hint={t('form.phoneHint')}
        error={errors.phoneNumber?.message}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        required={phoneNeeded}
      />
    </div>
  )
}
