import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { verifyEmailCode } from '#shared/contract/email-code.ts'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { CodeField } from '../../../ui/field/code-field.tsx'
import { asClock, useCountdown } from '../../../ui/feedback/countdown.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { sendCode } from './send-code.ts'
import { StepCard, useStepHeading } from './step-card.tsx'
import { stepAddress } from '../steps.ts'
import { codeProven, codeSent, useWizard } from '../wizard.ts'

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
      {before} <Ltr className="font-semibold break-all text-ink">{email}</Ltr>
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
  const { t } = useTranslation(['registration', 'problems'])
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<{ readonly title: string; readonly text: string }>()
  const [checking, setChecking] = useState(false)

  async function check(): Promise<void> {
    setChecking(true)
    setFault(undefined)
    setFailure(undefined)
    try {
      const { verified, ticket, reason } = await ask(verifyEmailCode, { body: { email, code } })
      if (verified && ticket !== undefined) {
        codeProven(email, ticket)
        void navigate(stepAddress('form'))
      } else setFault(t(REASON_KEY[reason ?? 'invalid']))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setFailure({ title: t('verificationError'), text: problemText(t, error) })
    } finally {
      setChecking(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_LENGTH && !checking) void check()
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
        busy={checking}
      />
      <Countdown
        email={email}
        endsAt={endsAt}
        onSent={() => {
          setCode('')
          setFault(undefined)
          setFailure(undefined)
        }}
        onFailed={(text) => setFailure({ title: t('resendCodeError'), text })}
      />
      {failure !== undefined && (
        <Notice tone="danger" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="lg"
          busy={checking}
          disabled={code.length !== CODE_LENGTH}
          className="grow"
        >
          {t('code.submit')}
        </Button>
        <LinkButton to={stepAddress('email')} variant="secondary" size="lg">
          {t('back')}
        </LinkButton>
      </div>
    </form>
  )
}

interface CountdownProps extends CodeFormProps {
  readonly onSent: () => void
  readonly onFailed: (text: string) => void
}

function Countdown({ email, endsAt, onSent, onFailed }: CountdownProps) {
  const { t } = useTranslation(['registration', 'problems'])
  const language = useLanguage()
  const left = useCountdown(endsAt)
  const [sending, setSending] = useState(false)

  async function resend(): Promise<void> {
    setSending(true)
    try {
      if (await sendCode(email, language, () => undefined)) {
        codeSent(email)
        onSent()
        toast.success(t('code.resent'))
      } else onFailed(t('generalError'))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      onFailed(problemText(t, error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-1.5">
      <p role="timer" className="text-sm">
        {left > 0 ? (
          <>
            {t('code.validFor')} <Ltr className="font-semibold tabular-nums">{asClock(left)}</Ltr>
          </>
        ) : (
          t('codeExpired')
        )}
      </p>
      <Button
        variant="quiet"
        busy={sending}
        disabled={left > 0}
        onClick={() => void resend()}
        aria-describedby="resend-hint"
      >
        {t('code.resend')}
      </Button>
      <p id="resend-hint" aria-live="polite" className="sr-only">
        {left > 0 ? t('code.resendLater') : t('code.resendNow')}
      </p>
    </div>
  )
}
