/** Between sign-in and everything else: the session waits here until a factor is proven, or the first one is set up. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { listFactors } from '#shared/contract/factors.ts'
import { ask } from '../../platform/calls/api.ts'
import { pathAfterSignIn } from '../../platform/session/return-path.ts'
import { setWaiting, signOut, useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { EntryCard } from '../../ui/layout/entry-card.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { EnrolFactor } from '../../ui/step-up/enrol-factor.tsx'
import { ProveFactor } from '../../ui/step-up/prove-factor.tsx'
import { RecoveryCodes } from '../../ui/step-up/recovery-codes.tsx'

export function SecondFactorPage() {
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <PageSpinner />
  if (session.state === 'unauthenticated')
    return <Navigate to="/login" replace state={session.reason === 'left' ? null : state} />
  // Also the way on: the session changes, and this page has nothing more to do.
  if (session.state === 'authenticated')
    return <Navigate to={pathAfterSignIn(state, session.user.role)} replace />
  return (
    <>
      <meta name="robots" content="noindex" />
      <WaitingPage />
    </>
  )
}

const factorsQuery = {
  queryKey: ['account', 'waiting-factor'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(listFactors, {}, { signal }),
  staleTime: 0,
  gcTime: 0, // the next session may be another person's
}

function WaitingPage() {
  const { t } = useTranslation('factors')
  const query = useQuery(factorsQuery)
  const enrols = query.data?.state === 'enrol'
  const [codes, setCodes] = useState<readonly string[]>()
  const open = (): void => {
    toast.success(t('page.done'))
    setWaiting(false)
  }
  // Shown once, so nothing else stands beside them.
  if (codes !== undefined)
    return (
      <EntryCard key="codes" title={t('codes.title')} isNextStep>
        <RecoveryCodes codes={codes} onKept={open} />
      </EntryCard>
    )
  return (
    <EntryCard
      title={enrols ? t('page.enrolTitle') : t('page.title')}
      lead={enrols ? t('page.enrolLead') : t('page.lead')}
      after={t('page.help')}
    >
      <Loaded query={query} failure={t('page.failed')} skeleton={<PageSpinner />}>
        {({ state, methods }) =>
          state === 'enrol' ? (
            <EnrolFactor onDone={open} onCodes={setCodes} />
          ) : state === 'prove' ? (
            <ProveFactor purpose="sign-in" methods={methods} onProven={open} />
          ) : (
            // Another tab proved it, or the role changed back.
            <Button size="lg" onClick={open}>
              {t('page.next')}
            </Button>
          )
        }
      </Loaded>
      <div className="border-t border-line pt-4 print:hidden">
        <Button variant="quiet" onClick={() => void signOut()}>
          {t('page.signOut')}
        </Button>
      </div>
    </EntryCard>
  )
}
