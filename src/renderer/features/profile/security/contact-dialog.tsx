import type { Dispatch, SetStateAction } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { sendEmailCode } from '#shared/contract/email-code.ts'
import { updateMember } from '#shared/contract/users.ts'
import { CODE_TTL_S, EMAIL_UNDO_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isE164 } from '#shared/domain/people/registration-rules.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'
import { HOUR_S } from '#shared/domain/units.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { askWithProof } from '../../../platform/calls/ask-with-proof.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { problemText, useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import {
  EMPTY_PHONE,
  PhoneField,
  phoneText,
  type PhoneValue,
  splitPhone,
} from '../../../ui/combo/phone-field.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { EmailField } from '../../../ui/field/text-field.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { type Profile, reloadProfile } from '../use-profile.ts'
import { CodeStep } from './code-step.tsx'
import { codeAddress, contactBody, type ContactKind, type ContactValue } from './contact-change.ts'
import { PasswordStep, isStepUpRequired } from './password-step.tsx'
import { useFirstField } from './use-first-field.ts'

export interface ContactFlow {
  readonly step: 'password' | 'value' | 'code'
  readonly value: ContactValue | undefined
  /** When the last code runs out; where there is one, a person who comes back finds its step again. */
  readonly codeEndsAt: number | undefined
  /** The code was right; only the change itself is missing. */
  readonly verified: boolean
  /** The proof of the password ran out on the way. */
  readonly again: boolean
  readonly failure: string | undefined
}
export const CONTACT_START: ContactFlow = {
  step: 'password',
  value: undefined,
  codeEndsAt: undefined,
  verified: false,
  again: false,
  failure: undefined,
}

interface ContactDialogProps {
  readonly kind: ContactKind
  readonly profile: Profile
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly flow: ContactFlow
  readonly setFlow: Dispatch<SetStateAction<ContactFlow>>
}

/** Password, new value, code: the state lies with the caller, so that a dialog closed by mistake goes on where it was. */
export function ContactDialog({
  kind,
  profile,
  open,
  onOpenChange,
  flow,
  setFlow,
}: ContactDialogProps) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const isEmail = kind === 'email'
  const [title, names] = isEmail
    ? [t('email.title'), [t('steps.password'), t('steps.email'), t('steps.code')]]
    : [t('phone.title'), [t('steps.password'), t('steps.phone'), t('steps.code')]]
  const change = (part: Partial<ContactFlow>): void =>
    setFlow((now) => ({ ...now, failure: undefined, ...part }))
  const address = flow.value === undefined ? '' : codeAddress(kind, flow.value, profile)

  const send = async (value: ContactValue): Promise<void> => {
    await askWithProof(sendEmailCode, {
      headers: {},
      body: { email: codeAddress(kind, value, profile), language },
    })
    change({ step: 'code', value, codeEndsAt: Date.now() + CODE_TTL_S * 1_000, verified: false })
  }
  const finish = useCall(
    async () => {
      if (flow.value === undefined) return
      change({ verified: true })
      await ask(updateMember, {
        params: { id: profile.cardId },
        body: contactBody(kind, flow.value),
      })
      await reloadProfile(profile.cardId)
      toast.success(isEmail ? t('success.emailChange') : t('success.phoneChange'))
      onOpenChange(false)
      setFlow(CONTACT_START)
    },
    (refused) =>
      isStepUpRequired(refused)
        ? change({ step: 'password', again: true })
        : change({
            step: 'code',
            verified: refused.problem?.code !== 'code-required',
            failure: problemText(t, refused),
          }),
  )
  const proven = async (): Promise<void> => {
    if (flow.verified) await finish.run()
    else change({ step: flow.codeEndsAt === undefined ? 'value' : 'code', again: false })
  }
  const failure = flow.failure !== undefined && (
    <Notice tone="danger" title={isEmail ? t('errors.emailChange') : t('errors.phoneChange')}>
      {flow.failure}
    </Notice>
  )
  const valueStep = { profile, value: flow.value, onSend: send }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <div className="grid gap-6">
        <Steps steps={names} current={['password', 'value', 'code'].indexOf(flow.step)} />
        {flow.step === 'password' && (
          <PasswordStep
            cardId={profile.cardId}
            email={profile.email}
            again={flow.again}
            label={t('security.next')}
            onProven={proven}
          />
        )}
        {flow.step === 'value' &&
          (isEmail ? <EmailStep {...valueStep} /> : <PhoneStep {...valueStep} />)}
        {flow.step === 'code' && flow.codeEndsAt !== undefined && (
          <CodeStep
            address={address}
            endsAt={flow.codeEndsAt}
            onResend={() => send(flow.value ?? '')}
            verified={flow.verified}
            onVerified={async () => void (await finish.run())}
            onBack={() => change({ step: 'value', codeEndsAt: undefined, verified: false })}
            failure={failure}
          />
        )}
      </div>
    </Dialog>
  )
}

/** A new number most likely has the country code of the old one. */
const start = (value: string | undefined, present: string): PhoneValue =>
  value !== undefined
    ? splitPhone(value)
    : present === ''
      ? EMPTY_PHONE
      : { ...splitPhone(present), number: '' }

function PhoneStep({ profile, value, onSend }: ContactValueStepProps) {
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

interface ContactValueStepProps {
  readonly profile: Profile
  /** What was entered before. */
  readonly value: string | undefined
  readonly onSend: (value: string) => Promise<void>
}

function EmailStep({ profile, value = '', onSend }: ContactValueStepProps) {
  const { t } = useTranslation('profile')
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: value },
  })
  const show = useFormProblems(setError, ['email'])
  const form = useFirstField()

  const { run, notice } = useCall(onSend, show)
  const submit = handleSubmit(async ({ email }) => void (await run(CLEAN.email(email))))

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p>
        {t('email.present')} <Ltr className="font-semibold wrap-anywhere">{profile.email}</Ltr>
      </p>
      <EmailField
        {...register('email', {
          validate: (text) =>
            !looksLikeEmail(CLEAN.email(text))
              ? t('email.invalid')
              : CLEAN.email(text).toLowerCase() !== profile.email.toLowerCase() || t('email.same'),
        })}
        label={t('email.new')}
        hint={t('email.newHint')}
        error={formState.errors.email?.message}
      />
      <Notice tone="info">{t('email.undoNote', { hours: EMAIL_UNDO_TTL_S / HOUR_S })}</Notice>
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={formState.isSubmitting}>
        {t('code.send')}
      </Button>
    </form>
  )
}
