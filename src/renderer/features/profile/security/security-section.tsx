import { type ReactNode, useState, type SubmitEvent } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/users.ts'
import { isPasswordAlphabet, isStrongPassword } from '#shared/domain/access/password.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Email, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { StrengthMeter } from '../../../ui/field/strength-meter.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { reloadSessions } from '../sessions/sessions-section.tsx'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import type { ContactKind } from './contact-change.ts'
import { CONTACT_START, ContactDialog } from './contact-dialog.tsx'
import { PasswordStep, Username, isStepUpRequired } from './password-step.tsx'
import { useFirstField } from './use-first-field.ts'

export function SecuritySection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('security.title')} lead={t('security.lead')}>
      <dl className="divide-y divide-line">
        <ContactRow kind="email" profile={profile} />
        <ContactRow kind="phone" profile={profile} />
        <PasswordRow profile={profile} />
      </dl>
    </Section>
  )
}

interface RowProps {
  readonly label: string
  readonly value: ReactNode
  readonly action: ReactNode
}

function Row({ label, value, action }: RowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 first:pt-0 last:pb-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="col-start-1 font-semibold wrap-anywhere">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1 self-center">{action}</dd>
    </div>
  )
}

function ContactRow({ kind, profile }: { readonly kind: ContactKind; readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [open, setOpen] = useState(false)
  const [flow, setFlow] = useState(CONTACT_START)
  const isEmail = kind === 'email'
  const value = isEmail ? profile.email : profile.phone
  const begin = (): void => {
    const held = stepUpHolds(profile.cardId)
    setFlow((now) => {
      // A code that has run out meanwhile leads nowhere: from the new value on.
      const fresh =
        now.codeEndsAt !== undefined && now.codeEndsAt < Date.now()
          ? { ...CONTACT_START, value: now.value }
          : now
      if (fresh.step !== 'password') return fresh
      return held ? { ...fresh, step: 'value', again: false } : fresh
    })
    setOpen(true)
  }
  return (
    <Row
      label={isEmail ? t('email.label') : t('phone.label')}
      value={
        value === '' ? (
          <span className="text-muted">{t('phone.none')}</span>
        ) : isEmail ? (
          <Email address={value} />
        ) : (
          <Ltr>{value}</Ltr>
        )
      }
      action={
        <>
          <Button
            variant="secondary"
            onClick={begin}
            aria-label={
              isEmail ? t('email.change') : value === '' ? t('phone.add') : t('phone.change')
            }
          >
            {value === '' ? t('security.add') : t('security.change')}
          </Button>
          <ContactDialog
            kind={kind}
            profile={profile}
            open={open}
            onOpenChange={setOpen}
            flow={flow}
            setFlow={setFlow}
          />
        </>
      }
    />
  )
}

function PasswordRow({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [open, setOpen] = useState(false)
  return (
    <Row
      label={t('password.label')}
      value={<span className="text-muted">{t('password.hidden')}</span>}
      action={
        <>
          <Button
            variant="secondary"
            onClick={() => setOpen(true)}
            aria-label={t('password.change')}
          >
            {t('security.change')}
          </Button>
          <PasswordDialog profile={profile} open={open} onOpenChange={setOpen} />
        </>
      }
    />
  )
}

interface PasswordDialogProps {
  readonly profile: Profile
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Nothing of a password is kept when the dialog closes. */
function PasswordDialog({ open, onOpenChange, ...rest }: PasswordDialogProps) {
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
      <FailureNotice title={t('errors.passwordChange')} text={notice} />
      <Button type="submit" busy={formState.isSubmitting}>
        {t('password.submit')}
      </Button>
    </form>
  )
}
