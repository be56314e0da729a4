import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallFailure } from '../../../platform/calls/api.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { QueryFailure } from '../../../ui/loaded/load-failure.tsx'
import { Desk } from '../../../ui/staff/desk/desk.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { requestQuery } from '../queries.ts'
import { RequestQueue } from './request-queue.tsx'
import { Workbench } from './workbench.tsx'

/** One request on the workbench: another request resets the state. */
export function ReviewPage() {
  const { id = '' } = useParams()
  return (
    <Desk queue={<RequestQueue currentId={id} />}>
      <OneRequest key={id} id={id} />
    </Desk>
  )
}

function OneRequest({ id }: { readonly id: string }) {
  // All at once: a later load of the texts would hide the page.
  const { t } = useTranslation([
    'registrationRequests',
    'common',
    'memberFields',
    'profile',
    'merges',
  ])
  const query = useQuery(requestQuery(id))
  const { data, isError, error, fetchStatus } = query
  if (error instanceof CallFailure && error.problem?.status === 404)
    return (
      <StaffPage title={t('review.goneTitle')}>
        <EmptyState icon={<SearchX size={30} />} title={t('review.goneTitle')}>
          <p>{t('review.goneText')}</p>
          <LinkButton to=".." relative="path" variant="secondary" className="mt-4">
            {t('review.backToList')}
          </LinkButton>
        </EmptyState>
      </StaffPage>
    )
  if (data !== undefined) return <Workbench request={data} />
  return (
    <StaffPage title={t('review.title')}>
      {isError || fetchStatus === 'paused' ? (
        <QueryFailure title={t('messages.fetchError')} query={query} />
      ) : (
        <div aria-busy="true" className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <output className="sr-only">{t('common:loading')}</output>
          <Skeleton className="h-[32rem] rounded-lg" />
          <Skeleton className="h-[32rem] rounded-lg" />
        </div>
      )}
    </StaffPage>
  )
}
