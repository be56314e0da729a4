import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useSession } from '../../platform/session.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, usePageTitle } from '../../ui/page.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Steps } from '../../ui/steps.tsx'
import { ApplicationStep } from './application-step.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import type { SuccessState } from './success-page.tsx'
import { isStep, reachableStep, type Step, stepAddress } from './steps.ts'
import { liveTicket, loseTicket, useWizard } from './wizard.ts'

const POSITION = { email: 0, code: 1, form: 2, summary: 3 } as const satisfies Record<Step, number>

export function RegisterPage() {
  const session = useSession()
  if (session.state === 'loading') return <PageSpinner />
  return session.state === 'authenticated' ? (
    <AlreadyMember name={session.user.name} />
  ) : (
    <RegistrationWizard />
  )
}

function RegistrationWizard() {
  const { t } = useTranslation('registration')
  const heading = usePageTitle(t('title'))
  const [search] = useSearchParams()
  const state = useWizard()
  useTicketWatch()
  if (state.sent !== undefined)
    return (
      <Navigate
        to="/registration-success"
        replace
        state={{ reference: state.sent } satisfies SuccessState}
      />
    )
  const asked = search.get('step')
  const wanted = isStep(asked) ? asked : 'email'
  const step = reachableStep(wanted, state)
  if (step !== wanted) return <Navigate to={stepAddress(step)} replace />
  return (
    <div className="column py-8 sm:py-10">
      <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
        {t('title')}
      </h1>
      <div className="mt-5 max-w-3xl">
        <Steps
          steps={[t('steps.email'), t('steps.code'), t('steps.form')]}
          current={POSITION[step]}
        />
      </div>
      <div className="mt-7">
        {step === 'email' && <EmailStep />}
        {step === 'code' && <CodeStep />}
        {(step === 'form' || step === 'summary') && <ApplicationStep step={step} />}
      </div>
    </div>
  )
}

/** Goes back to the first step the moment the ticket runs out, also when the device slept meanwhile. */
function useTicketWatch(): void {
  const ticket = useWizard((state) => state.ticket)
  useEffect(() => {
    if (ticket === undefined) return undefined
    const look = (): void => {
      if (liveTicket() === undefined) loseTicket()
    }
    const timer = setTimeout(look, ticket.endsAt - Date.now())
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ticket])
}

function AlreadyMember({ name }: { readonly name: string }) {
  const { t } = useTranslation('registration')
  return (
    <Page title={t('title')}>
      <Notice
        tone="info"
        title={t('signedIn.title')}
        action={
          <LinkButton to="/" variant="secondary">
            {t('common:backHome')}
          </LinkButton>
        }
      >
        <p>
          {t('signedIn.as')} <Auto className="font-semibold">{name}</Auto>. {t('signedIn.text')}
        </p>
      </Notice>
    </Page>
  )
}
