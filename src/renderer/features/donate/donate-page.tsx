import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { donationSummary } from '#shared/contract/donations.ts'
import { ask } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PageSpinner, Spinner } from '../../ui/spinner.tsx'
import { EarlierPledge } from './earlier-pledge.tsx'
import { loadPledge } from './kept-pledge.ts'
import { PledgeForm } from './pledge-form.tsx'
import { PledgeResult } from './pledge-result.tsx'
import { Treasury } from './treasury.tsx'

/** The reference of the pledge that this history entry shows. */
const pledgedReference = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'pledged' in state ? state.pledged : undefined

export function DonatePage() {
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <PageSpinner />
  const kept = loadPledge()
  return kept !== undefined && kept.reference === pledgedReference(state) ? (
    <PledgeResult pledge={kept} />
  ) : (
    <Offer earlier={kept} />
  )
}

function Offer({ earlier }: { readonly earlier: ReturnType<typeof loadPledge> }) {
  const { t } = useTranslation('donate')
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    queryKey: ['donation', 'summary'],
    queryFn: ({ signal }) => ask(donationSummary, {}, { signal }),
  })
  return (
    <Page title={t('title')} lead={t('lead')} wide>
      <div className="grid gap-6">
        {earlier !== undefined && <EarlierPledge pledge={earlier} />}
        {data !== undefined ? (
          <>
            <Treasury summary={data} />
            <PledgeForm summary={data} />
          </>
        ) : error !== null || isPaused ? (
          <LoadFailure
            title={t('loadFailed')}
            error={error}
            busy={isFetching && !isPaused}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading />
        )}
      </div>
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation('common')
  return (
    <div className="relative grid gap-6">
      <Skeleton className="h-72 lg:h-56" />
      <Skeleton className="h-96" />
      <div className="absolute inset-x-0 top-24 grid place-items-center text-brand">
        <Spinner label={t('loading')} className="size-9" />
      </div>
    </div>
  )
}
