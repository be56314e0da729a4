import { useEffect, useMemo, useRef, useCallback } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router-dom'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import {
  INVITATION_CODE_MAX_LENGTH,
  MEMBER_MIN_AGE_YEARS,
} from '#shared/domain/people/registration-rules.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Page, usePageTitle } from '../../ui/layout/page.tsx'
import { Steps } from '../../ui/layout/steps.tsx'
import type { Application, FieldName } from './application.ts'
import { faultsOf } from './fields/faults.ts'
import { isStep, reachableStep, type WizardStep, stepAddress } from './steps.ts'
import { ApplicationForm } from './steps/application-form.tsx'
import { CodeStep } from './steps/code-step.tsx'
import { EmailStep } from './steps/email-step.tsx'
import type { SuccessState } from './steps/success-page.tsx'
import { Summary } from './steps/summary.tsx'
import {
  liveTicket,
  loseTicket,
  useWizard,
  saveNow,
  setApplication,
  setComplete,
  wizard,
} from './wizard.ts'

/** The text of a fault, with the limits that it names. */
function useFaultText(): (fault: string) => string {
  const { t } = useTranslation(['registration', 'memberFields'])
  return useCallback(
    (fault: string) => {
      const field = fault.replace(/^required\./, '')
      return isMemberField(field)
        ? t(`memberFields:${field}.required`)
        : t(fault, { years: MEMBER_MIN_AGE_YEARS, max: INVITATION_CODE_MAX_LENGTH })
    },
    [t],
  )
}

/** The third step: the form and its summary. Both share one form state, so that a fault found in the summary is shown at its field. */
function ApplicationStep({ step }: { readonly step: 'form' | 'summary' }) {
  const language = useLanguage()
  const [first, second] = useWizard((state) => state.sum)
  const sum = first + second
  const textOf = useFaultText()
  const resolver = useMemo((): Resolver<Application> => {
    return (values) => {
      const faults = Object.entries(faultsOf(values, { now: new Date(), sum })) as [
        FieldName,
        string,
      ][] // keys of faults are names of fields
      if (faults.length === 0) return { values, errors: {} }
      return {
        values: {},
        errors: Object.fromEntries(
          faults.map(([name, fault]) => [name, { type: fault, message: textOf(fault) }]),
        ),
      }
    }
  }, [sum, textOf])
  const form = useForm<Application>({
    defaultValues: wizard().application,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        setApplication(values)
        setComplete(false)
      },
    })
    return () => {
      stop()
      saveNow()
    }
  }, [form])

  // Messages beside fields are translated texts: after a change of language they are computed again.
  const { isSubmitted } = form.formState
  const said = useRef(language)
  useEffect(() => {
    if (said.current === language) return
    said.current = language
    if (isSubmitted) void form.trigger()
  }, [language, isSubmitted, form])

  return (
    <FormProvider {...form}>{step === 'form' ? <ApplicationForm /> : <Summary />}</FormProvider>
  )
}

const POSITION = { email: 0, code: 1, form: 2, summary: 3 } as const satisfies Record<
  WizardStep,
  number
>

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
  // The texts of all steps are loaded here: fetched later they would take the page away.
  const { t } = useTranslation(['registration', 'memberFields', 'photo'])
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

/** Goes back to the first step when the ticket expires, also when the device slept meanwhile. */
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
