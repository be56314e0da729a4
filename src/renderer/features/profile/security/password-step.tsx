import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { validatePassword } from '#shared/contract/users.ts'
import type { ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import { SecondStep } from '../../../ui/step-up/second-step.tsx'
import { reloadProfile } from '../use-profile.ts'
import { useFirstField } from './use-first-field.ts'

const RELOAD_LIMIT_MS = 2_000

/**
 * The profile contains the end of the proof, so that the next step does not request the password again. A slow
 * connection does not delay the step.
 */
const learnProof = (cardId: string): Promise<unknown> =>
  Promise.race([
    reloadProfile(cardId),
    new Promise((resolve) => setTimeout(resolve, RELOAD_LIMIT_MS)),
  ])

/** How the second factor can be proven now; empty where the account has none. */
export async function provePassword(
  cardId: string,
  password: string,
): Promise<'wrong' | readonly ProofMethod[]> {
  const { valid, methods = [] } = await ask(validatePassword, { body: { password, id: cardId } })
  return valid ? methods : 'wrong'
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
  /** The password was right, and the account has a second factor. */
  const [methods, setMethods] = useState<readonly ProofMethod[]>()
  const goOn = async (): Promise<void> => {
    await learnProof(cardId)
    await onProven()
  }

  const { run, notice } = useCall(async (password: string) => {
    const proof = await provePassword(cardId, password)
    if (proof === 'wrong')
      setError(
        'password',
        { type: 'refused', message: t('validation.invalidPassword') },
        { shouldFocus: true },
      )
    else if (proof.length === 0) await goOn()
    else setMethods(proof)
  }, show)
  const submit = handleSubmit(async ({ password }) => void (await run(password)))

  if (methods !== undefined) return <SecondStep methods={methods} onProven={goOn} />
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
