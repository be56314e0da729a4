import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isE164 } from '#shared/domain/registration-rules.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useFormProblems } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import {
  EMPTY_PHONE,
  PhoneField,
  phoneText,
  type PhoneValue,
  splitPhone,
} from '../../../ui/combo/phone-field.tsx'
import type { ContactValueStepProps } from './email-step.tsx'
import { useFirstField } from './use-first-field.ts'
import { useCall } from '../../../ui/form/use-call.ts'

/** A new number most likely has the country code of the old one. */
const start = (value: string | undefined, present: string): PhoneValue =>
  value !== undefined
    ? splitPhone(value)
    : present === ''
      ? EMPTY_PHONE
      : { ...splitPhone(present), number: '' }

export function PhoneStep({ profile, value, onSend }: ContactValueStepProps) {
  const { t } = useTranslation('profile')
  const { control, handleSubmit, setError, formState } = useForm({
    defaultValues: { phone: start(value, profile.phone) },
  })
  const show = useFormProblems(setError, ['phone'])
  const form = useFirstField()

  const { run, notice } = useCall(onSend, show)
  const submit = handleSubmit(async ({ phone }) => void (await run(phoneText(phone))))

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {profile.phone !== '' && (
        <p>
          {t('phone.present')} <Ltr className="font-semibold">{profile.phone}</Ltr>
        </p>
      )}
      <Controller
        control={control}
        name="phone"
        rules={{
          validate: (phone) =>
            !isE164(phoneText(phone))
              ? t('phone.invalid')
              : phoneText(phone) !== profile.phone || t('phone.same'),
        }}
        render={({ field }) => (
          <PhoneField
            ref={field.ref}
            label={t('phone.new')}
            error={formState.errors.phone?.message}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            required
          />
        )}
      />
      <Notice tone="info">
        {t('phone.codeNote')} <Ltr className="font-semibold wrap-anywhere">{profile.email}</Ltr>
      </Notice>
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={formState.isSubmitting}>
        {t('code.send')}
      </Button>
    </form>
  )
}
