import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { EMAIL_UNDO_TTL_S } from '#shared/domain/code-rules.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useFormProblems } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import type { Profile } from '../use-profile.ts'
import { useFirstField } from './use-first-field.ts'
import { useCall } from '../../../ui/form/use-call.ts'

export interface ContactValueStepProps {
  readonly profile: Profile
  /** What was entered before. */
  readonly value: string | undefined
  readonly onSend: (value: string) => Promise<void>
}

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const HOUR_S = 3_600

export function EmailStep({ profile, value = '', onSend }: ContactValueStepProps) {
  const { t } = useTranslation('profile')
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: value },
  })
  const show = useFormProblems(setError, ['email'])
  const form = useFirstField()

  const { run, notice } = useCall(onSend, show)
  const submit = handleSubmit(async ({ email }) => void (await run(email.trim())))

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p>
        {t('email.present')} <Ltr className="font-semibold wrap-anywhere">{profile.email}</Ltr>
      </p>
      <TextField
        {...register('email', {
          validate: (text) =>
            !LOOKS_LIKE_EMAIL.test(text.trim())
              ? t('email.invalid')
              : text.trim().toLowerCase() !== profile.email.toLowerCase() || t('email.same'),
        })}
        label={t('email.new')}
        hint={t('email.newHint')}
        error={formState.errors.email?.message}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      <Notice tone="info">{t('email.undoNote', { hours: EMAIL_UNDO_TTL_S / HOUR_S })}</Notice>
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={formState.isSubmitting}>
        {t('code.send')}
      </Button>
    </form>
  )
}
