import { Clock, IdCard, KeyRound, ShieldCheck, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { validateEmail } from '#shared/contract/email-code.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { EmailField } from '../../../ui/field/text-field.tsx'
import { PhoneLater } from '../../../ui/form/phone-later.tsx'
import { StepCard, useStepHeading } from '../fields/step-card.tsx'
import { stepAddress } from '../steps.ts'
import { codeSent, liveTicket, setEmail, useWizard, wizard } from '../wizard.ts'
import { sendCode } from './send-code.ts'

const NEEDED = [
  { key: 'id', Icon: IdCard },
  { key: 'portrait', Icon: UserRound },
  { key: 'invitation', Icon: KeyRound },
  { key: 'time', Icon: Clock },
  { key: 'privacy', Icon: ShieldCheck },
] as const

/** An applicant who learns in the middle of the form that a document is in another room may not come back. */
function BeforeYouStart() {
  const { t } = useTranslation('registration')
  return (
    <aside aria-labelledby="before-you-start" className="lg:pt-6">
      <h2 id="before-you-start" className="text-xl headline">
        {t('before.title')}
      </h2>
      <ul className="mt-4 grid gap-4">
        {NEEDED.map(({ key, Icon }) => (
          <li key={key} className="flex gap-3">
            <Icon
              aria-hidden="true"
              size={22}
              strokeWidth={1.75}
              className="mt-0.5 shrink-0 text-brand"
            />
            <div>
              <p className="font-semibold">{t(`before.${key}.title`)}</p>
              <p className="max-w-prose text-muted">{t(`before.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}

const sameAddress = (one: string, other: string): boolean =>
  CLEAN.email(one).toLowerCase() === CLEAN.email(other).toLowerCase()

/** The next step without another mail: the address is verified already, or its code was sent and is still valid. */
function shortcut(email: string): 'form' | 'code' | undefined {
  const { code } = wizard()
  const ticket = liveTicket()
  if (ticket !== undefined && sameAddress(ticket.email, email)) return 'form'
  return code !== undefined && sameAddress(code.email, email) && code.endsAt > Date.now()
    ? 'code'
    : undefined
}

export function EmailStep() {
  const { t } = useTranslation('registration')
  const heading = useStepHeading('email', t('email.title'))
  return (
    <StepCard
      heading={heading}
      title={t('email.title')}
      lead={t('email.lead')}
      aside={<BeforeYouStart />}
    >
      <EmailForm />
      <PhoneLater />
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4">
        {t('email.hasAccount')}
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('email.signIn')}
        </Link>
      </p>
    </StepCard>
  )
}

function EmailForm() {
  const { t } = useTranslation(['registration', 'problems'])
  const language = useLanguage()
  const navigate = useNavigate()
  const { email, ticketLost, foundAt } = useWizard()
  const [failure, setFailure] = useState<{ readonly title: string; readonly text: string }>()
  const [working, setWorking] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email } })

  /** False when the address was refused, and the reason is shown beside the field. */
  async function isAccepted(address: string): Promise<boolean> {
    const { valid, reason } = await ask(validateEmail, { body: { email: address } })
    if (!valid)
      setError(
        'email',
        { message: t(reason === 'disposable' ? 'disposableEmail' : 'invalidEmail') },
        { shouldFocus: true },
      )
    return valid
  }

  const showAs = (title: string) => (refused: CallFailure) => {
    if (refused.problem?.fields.some(({ path }) => path === 'body.email') === true)
      setError('email', { message: t('invalidEmail') }, { shouldFocus: true })
    else setFailure({ title, text: problemText(t, refused) })
  }
  const mailCode = useCall(
    async (address: string) => {
      if (await sendCode(address, language, setWorking)) {
        codeSent(address)
        void navigate(stepAddress('code'))
      } else setFailure({ title: t('verificationEmailFailed'), text: t('generalError') })
    },
    showAs(t('verificationEmailError')),
  )
  const check = useCall(
    async (address: string) => {
      if (await isAccepted(address)) await mailCode.run(address)
    },
    showAs(t('emailValidationError')),
  )
  const submit = handleSubmit(async (values) => {
    setFailure(undefined)
    const address = CLEAN.email(values.email)
    setEmail(address)
    const next = shortcut(address)
    if (next === undefined) await check.run(address)
    else void navigate(stepAddress(next))
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {ticketLost !== false && (
        <Notice tone="warning" title={t('ticketLost.title')}>
          {t(ticketLost === 'expired' ? 'ticketLost.text' : 'ticketLost.maybeSent')}
        </Notice>
      )}
      {ticketLost === false && foundAt !== undefined && (
        <Notice tone="info" title={t('found.title')}>
          {t('found.text')}
        </Notice>
      )}
      <EmailField
        {...register('email', { validate: (value) => value.trim() !== '' || t('required.email') })}
        label={t('fields.email')}
        hint={t('email.hint')}
        error={formState.errors.email?.message}
      />
      {failure !== undefined && (
        <Notice tone="danger" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        {t(working ? 'email.proof' : formState.isSubmitting ? 'email.sending' : 'email.submit')}
      </Button>
    </form>
  )
}
