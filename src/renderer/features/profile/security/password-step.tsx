import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { useFormProblems } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import { useFirstField } from './use-first-field.ts'
import { useCall } from '../../../ui/form/use-call.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { reloadProfile } from '../use-profile.ts'

const RELOAD_LIMIT_MS = 2_000

/** Opens the sensitive calls of this session; false when the password is wrong. */
export async function provePassword(cardId: string, password: string): Promise<boolean> {
  const { valid } = await ask(validatePassword, { body: { password, id: cardId } })
  // The profile contains the end of the proof, so that the next step does not request the password again. A slow
  // connection does not delay the step.
  if (valid)
    await Promise.race([
      reloadProfile(cardId),
      new Promise((resolve) => setTimeout(resolve, RELOAD_LIMIT_MS)),
    ])
  return valid
}

/** The server requires the password (again): five minutes are over, or another session proved it. */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem?.code === 'step-up-required'

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
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  })
  const show = useFormProblems(setError, ['password'])
  const form = useFirstField()

  const { run, notice } = useCall(async (password: string) => {
    if (await provePassword(cardId, password)) await onProven()
    else
      setError(
        'password',
        { type: 'refused', message: t('validation.invalidPassword') },
        { shouldFocus: true },
      )
  }, show)
  const submit = handleSubmit(async ({ password }) => void (await run(password)))

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

/** Hidden: password managers look for the user name that belongs to the password of a form. */
export function Username({ email }: { readonly email: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}
