import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, MailX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router-dom'
import { CallFailure } from '../../platform/call-failure.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { ClaimDecisions } from './claim-decisions.tsx'
import { ClaimSender } from './claim-sender.tsx'
import { ClaimStatus } from './claim-status.tsx'
import { ClaimThread } from './claim-thread.tsx'
import { claimQuery, type OneClaim } from './claim-queries.ts'
import { ReplyForm } from './reply-form.tsx'
import { useClaimsPath } from './use-claims-path.ts'

/** An id that no claim can have is refused as malformed; to the reader both mean: there is no such message. */
const isUnknown = (error: Error | null): boolean =>
  [404, 400, 422].includes((error instanceof CallFailure ? error.problem?.status : undefined) ?? 0)

/** Where the list was left: its filters are in the address that led here. */
function useListAddress(): string {
  const { list } = useClaimsPath()
  const state: unknown = useLocation().state
  const search =
    typeof state === 'object' &&
    state !== null &&
    'search' in state &&
    typeof state.search === 'string'
      ? state.search
      : ''
  return search.startsWith('?') ? `${list}${search}` : list
}

export function ClaimPage() {
  const { t } = useTranslation('claims')
  const { id = '' } = useParams()
  const claim = useQuery(claimQuery(id))
  const back = useListAddress()
  const unknown = isUnknown(claim.error)
  return (
    <StaffPage
      title={t('one.title', { id })}
      lead={claim.data !== undefined && <Headline claim={claim.data} />}
      end={<BackLink to={back} />}
    >
      {unknown ? (
        <EmptyState icon={<MailX size={30} />} title={t('one.unknown')}>
          <LinkButton to={back} className="mt-2">
            {t('one.back')}
          </LinkButton>
        </EmptyState>
      ) : (
        <Loaded query={claim} failure={t('errors.one')} skeleton={<ClaimSkeleton />}>
          {(loaded) => <ClaimBody key={loaded.id} claim={loaded} />}
        </Loaded>
      )}
    </StaffPage>
  )
}

const BackLink = ({ to }: { readonly to: string }) => {
  const { t } = useTranslation('claims')
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand hover:underline"
    >
      <ArrowLeft aria-hidden="true" size={19} className="mirror" />
      {t('one.back')}
    </Link>
  )
}

function Headline({ claim: { subject, status, repliedAt } }: { readonly claim: OneClaim }) {
  const { t } = useTranslation('claims')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ClaimStatus status={status} repliedAt={repliedAt} />
      <span>{t(`subjects.${subject}`)}</span>
    </div>
  )
}

function ClaimBody({ claim }: { readonly claim: OneClaim }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ClaimThread claim={claim} />
        <ReplyForm claim={claim} />
      </div>
      <div className="grid gap-6">
        <ClaimSender claim={claim} />
        <ClaimDecisions claim={claim} />
      </div>
    </div>
  )
}

const ClaimSkeleton = () => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <Skeleton className="h-64 rounded-lg" />
    <Skeleton className="h-64 rounded-lg" />
  </div>
)
