import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../platform/session.ts'
import { Button } from '../../ui/button.tsx'
import { type SignInFailure, SignInFailureNotice } from '../../ui/sign-in-failure.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'

interface Fields {
  readonly email: string
  readonly password: string
}

export function AdminSignInForm() {
  const { t } = useTranslation('auth')
  const [failure, setFailure] = useState<SignInFailure>()
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(undefined)
    const result = await signIn(email, password, { remember: true, administratorsOnly: true })
    if (result.kind === 'signed-in') toast.success(t('loginSuccess'))
    else setFailure(result)
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextField
        {...register('email', {
          validate: (value) => value.trim() !== '' || t('identifierRequired'),
        })}
        label={t('identifier')}
        error={errors.email?.message}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      <PasswordField
        {...register('password', {
          validate: (value) => value.trim() !== '' || t('passwordRequired'),
        })}
        label={t('password')}
        error={errors.password?.message}
        autoComplete="current-password"
        required
      />
      {failure !== undefined && (
        <SignInFailureNotice failure={failure} onOver={() => setFailure(undefined)} />
      )}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t(isSubmitting ? 'submitting' : 'submit')}
      </Button>
    </form>
  )
}
