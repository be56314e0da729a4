import { useQuery } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { eventQuery } from '../../platform/calls/content-queries.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { EventDetails } from './event-details.tsx'

/** An id that no event can have is refused as malformed; to the reader both mean: there is no such event. */
const isUnknown = (error: Error | null): boolean => {
  const status = error instanceof CallFailure ? error.problem?.status : undefined
  return status === 404 || status === 400 || status === 422
}

export function EventPage() {
  const { t } = useTranslation('events')
  const { id = '' } = useParams()
  const event = useQuery(eventQuery(id))
  if (isUnknown(event.error)) return <UnknownEvent />
  return (
    <div className="column pt-4 pb-6 sm:pb-8">
      <BackLink to="/events">{t('all')}</BackLink>
      <div className="mt-2">
        <Loaded query={event} failure={t('loadOneError')} skeleton={<EventSkeleton />}>
          {(loaded) => <EventDetails event={loaded} />}
        </Loaded>
      </div>
    </div>
  )
}

function EventSkeleton() {
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem]">
      <div className="grid gap-4">
        <Skeleton className="aspect-[40/21] rounded-lg" />
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-96 rounded-lg" />
    </div>
  )
}

function UnknownEvent() {
  const { t } = useTranslation('events')
  return (
    <Page title={t('notFound.title')}>
      <meta name="robots" content="noindex" />
      <EmptyState icon={<CalendarX size={30} />} title={t('notFound.lead')}>
        <LinkButton to="/events" className="mt-2">
          {t('all')}
        </LinkButton>
      </EmptyState>
    </Page>
  )
}
