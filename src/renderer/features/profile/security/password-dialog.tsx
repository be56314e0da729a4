import { type SubmitEvent, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/users.ts'
import { isPasswordAlphabet, isStrongPassword } from '#shared/domain/password.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useFormProblems } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { StrengthMeter } from '../../../ui/field/strength-meter.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { reloadSessions } from '../sessions/use-sessions.ts'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import { PasswordStep } from './password-step.tsx'
import { isStepUpRequired } from './prove-password.ts'
import { useFirstField } from './use-first-field.ts'
import { Username } from './username.tsx'
import { useCall } from '../../../ui/form/use-call.ts'

interface PasswordDialogProps {
  readonly profile: Profile
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Nothing of a password is kept when the dialog closes. */
export function PasswordDialog({ open, onOpenChange, ...rest }: PasswordDialogProps) {
  const { t } = useTranslation('profile')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('password.title')}>
      <PasswordChange {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PasswordChange({
  profile,
  onDone,
}: {
  readonly profile: Profile
  readonly onDone: () => void
}) {
  const { t } = useTranslation('profile')
  const [step, setStep] = useState<'password' | 'new'>(() =>
    stepUpHolds(profile.cardId) ? 'new' : 'password',
  )
  const [again, setAgain] = useState(false)
  // Above both steps: what was typed is still there after the present password had to be given again.
  const form = useForm<NewPasswordFields>({ defaultValues: { password: '', confirmation: '' } })
  const show = useFormProblems(form.setError, ['password'])

  const { run, notice } = useCall(
    async (password: string) => {
      await ask(updateMember, { params: { id: profile.cardId }, body: { password } })
      toast.success(t('success.passwordChange'))
      void reloadSessions()
      onDone()
    },
    (failure) => {
      if (!isStepUpRequired(failure)) return show(failure)
      setAgain(true)
      setStep('password')
      return undefined
    },
  )
  const submit = form.handleSubmit(async ({ password }) => void (await run(password)))

  return (
    <div className="grid gap-6">
      <Steps
        steps={[t('steps.password'), t('steps.newPassword')]}
        current={step === 'password' ? 0 : 1}
      />
      {step === 'password' ? (
        <PasswordStep
          cardId={profile.cardId}
          email={profile.email}
          again={again}
          label={t('security.next')}
          onProven={() => setStep('new')}
        />
      ) : (
        <NewPassword form={form} email={profile.email} notice={notice} onSubmit={submit} />
      )}
    </div>
  )
}

interface NewPasswordFields {
  password: string
  confirmation: string
}

interface NewPasswordProps {
  readonly form: UseFormReturn<NewPasswordFields>
  readonly email: string
  readonly notice: string | undefined
  readonly onSubmit: (event: SubmitEvent) => Promise<void>
}

function NewPassword({ form, email, notice, onSubmit }: NewPasswordProps) {
  const { t } = useTranslation('profile')
  const { register, control, getValues, formState } = form
  const typed = useWatch({ control, name: 'password' })
  const first = useFirstField()
  return (
    <form ref={first} noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-5">
      <Username email={email} />
      <div className="grid gap-3">
        <PasswordField
          {...register('password', {
            validate: (value) =>
              (isPasswordAlphabet(value) && isStrongPassword(value)) ||
              t('validation.weakPassword'),
          })}
          label={t('password.new')}
          error={formState.errors.password?.message}
          autoComplete="new-password"
          required
        />
        <StrengthMeter password={typed} />
      </div>
      <PasswordField
        {...register('confirmation', {
          validate: (value) => value === getValues('password') || t('validation.passwordMismatch'),
        })}
        label={t('password.repeat')}
        error={formState.errors.confirmation?.message}
        autoComplete="new-password"
        required
      />
      <Notice tone="info">{t('password.othersEnd')}</Notice>
      {notice !== undefined && (
        <Notice tone="danger" title={t('errors.passwordChange')}>
          {notice}
        </Notice>
      )}
      <Button type="submit" busy={formState.isSubmitting}>
        {t('password.submit')}
      </Button>
    </form>
  )
}
