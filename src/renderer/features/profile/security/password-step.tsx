import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../../platform/call-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { useFormProblems } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import { Username } from './username.tsx'
import { provePassword } from './prove-password.ts'
import { useFirstField } from './use-first-field.ts'

interface PasswordStepProps {
  readonly cardId: string
  readonly email: string
  /** The proof that was given has run out: said, because the person has typed the password once already. */
  readonly again?: boolean
  /** What the button does next. */
  readonly label: string
  readonly onProven: () => Promise<void> | void
}

/** The first step of every change that could take the account away: the present password. */
export function PasswordStep({ cardId, email, again = false, label, onProven }: PasswordStepProps) {
  const { t } = useTranslation('profile')
  const [notice, setNotice] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  })
  const show = useFormProblems(setError, ['password'])
  const form = useFirstField()

  const submit = handleSubmit(async ({ password }) => {
    setNotice(undefined)
    try {
      if (await provePassword(cardId, password)) await onProven()
      else
        setError(
          'password',
          { type: 'refused', message: t('validation.invalidPassword') },
          { shouldFocus: true },
        )
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setNotice(show(error))
    }
  })

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {again && <Notice tone="info">{t('security.again')}</Notice>}
      <Username email={email} />
      <PasswordField
        {...register('password', {
          validate: (value) => value.trim() !== '' || t('security.passwordRequired'),
        })}
        label={t('security.currentPassword')}
        hint={t('security.currentPasswordHint')}
        error={formState.errors.password?.message}
        autoComplete="current-password"
        required
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={formState.isSubmitting}>
        {label}
      </Button>
    </form>
  )
}
