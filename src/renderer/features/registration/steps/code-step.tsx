import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { verifyEmailCode } from '#shared/contract/email-code.ts'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Email } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { CodeField } from '../../../ui/field/code-field.tsx'
import { CodeTimer, CodeTrouble, useCodeForm } from '../../../ui/form/code-by-mail.tsx'
import { StepCard, useStepHeading } from '../fields/step-card.tsx'
import { stepAddress } from '../steps.ts'
import { codeProven, codeSent, useWizard } from '../wizard.ts'
import { sendCode } from './send-code.ts'

const REASON_KEY = {
  invalid: 'invalidCode',
  expired: 'codeExpired',
  'too-many-tries': 'tooManyAttempts',
} as const

export function CodeStep() {
  const { t } = useTranslation('registration')
  const state = useWizard()
  const { ticket } = state
  const heading = useStepHeading(
    'code',
    t(ticket === undefined ? 'code.title' : 'code.provenTitle'),
  )
  const email = ticket?.email ?? state.code?.email ?? state.email
  if (ticket !== undefined) {
    return (
      <StepCard
        heading={heading}
        title={t('code.provenTitle')}
        lead={<Sentence before={t('code.provenLead')} email={email} />}
      >
        <div className="flex flex-wrap gap-3">
          <LinkButton to={stepAddress('form')} size="lg">
            {t('code.toForm')}
          </LinkButton>
          <LinkButton to={stepAddress('email')} variant="secondary" size="lg">
            {t('code.otherEmail')}
          </LinkButton>
        </div>
      </StepCard>
    )
  }
  return (
    <StepCard
      heading={heading}
      title={t('code.title')}
      lead={<Sentence before={t('code.lead')} email={email} />}
      aside={<NoMail />}
    >
      <CodeForm email={email} endsAt={state.code?.endsAt} />
    </StepCard>
  )
}

function Sentence({ before, email }: { readonly before: string; readonly email: string }) {
  return (
    <p>
      {before} <Email address={email} className="font-semibold text-ink" />
    </p>
  )
}

function NoMail() {
  const { t } = useTranslation('registration')
  return (
    <aside aria-labelledby="no-mail" className="lg:pt-6">
      <h2 id="no-mail" className="text-xl headline">
        {t('code.noMail.title')}
      </h2>
      <ul className="mt-3 grid max-w-prose list-disc gap-2 ps-5 text-muted">
        <li>{t('code.noMail.wait')}</li>
        <li>{t('code.noMail.spam')}</li>
        <li>{t('code.noMail.address')}</li>
        <li>{t('code.noMail.account')}</li>
      </ul>
    </aside>
  )
}

interface CodeFormProps {
  readonly email: string
  readonly endsAt: number | undefined
}

function CodeForm({ email, endsAt }: CodeFormProps) {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const language = useLanguage()
  const [code, setCode] = useState('')
  /** The code works no longer, and a new one can be sent at once. */
  const [spent, setSpent] = useState(false)
  const { fault, setFault, trouble, setTrouble, busy, work } = useCodeForm()

  const check = (): Promise<void> =>
    work('check', t('verificationError'), async () => {
      const {
        verified,
        ticket,
        reason = 'invalid',
      } = await ask(verifyEmailCode, {
        body: { email, code, carriesTicket: true },
      })
      if (verified && ticket !== undefined) {
        codeProven(email, ticket)
        void navigate(stepAddress('form'))
        return
      }
      setFault(t(REASON_KEY[reason]))
      setSpent(reason !== 'invalid')
    })
  const resend = (): Promise<void> =>
    work('resend', t('resendCodeError'), async () => {
      if (!(await sendCode(email, language, () => undefined))) {
        setTrouble({ title: t('resendCodeError'), text: t('generalError') })
        return
      }
      codeSent(email)
      setCode('')
      setSpent(false)
      toast.success(t('code.resent'))
    })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_LENGTH) void check()
        else setFault(t('ui:code.missing'))
      }}
      className="grid gap-5"
    >
      <CodeField
        label={t('code.label')}
        error={fault}
        value={code}
        onChange={(next) => {
          setCode(next)
          setFault(undefined)
        }}
        busy={busy === 'check'}
      />
      <CodeTimer
        endsAt={spent ? undefined : endsAt}
        texts={{ left: t('code.validFor'), over: t('codeExpired'), resend: t('code.resend') }}
        busy={busy === 'resend'}
        onResend={() => void resend()}
      />
      <CodeTrouble trouble={trouble} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={busy === 'check'} className="grow">
          {t('code.submit')}
        </Button>
        <LinkButton to={stepAddress('email')} variant="secondary" size="lg">
          {t('back')}
        </LinkButton>
      </div>
    </form>
  )
}
