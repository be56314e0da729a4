import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarX, Pencil, ScanQrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { useLanguage } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/call-failure.ts'
import { eventQuery } from '../../platform/content-queries.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { EventState } from './event-state.tsx'
import { eventWhen } from './event-when.ts'
import { ListCopies } from './list-copies.tsx'
import { LiveCounts } from './live-counts.tsx'
import { PeopleList } from './people-list.tsx'
import { PrintList } from './print-list.tsx'
import { useCounts, usePeople } from './use-attendance.ts'
import { useDashboard } from './use-dashboard.ts'

/** Who is expected, who waits and who is here. */
export function AttendancePage() {
  const { t } = useTranslation('staffEvents')
  const { id = '' } = useParams()
  const language = useLanguage()
  const { base, writes } = useDashboard()
  const event = useQuery(eventQuery(id))
  const counts = useCounts(id)
  const people = usePeople(id, counts.data?.mark)
  const status = event.error instanceof CallFailure ? event.error.problem?.status : undefined
  if (status === 404 || status === 422)
    return (
      <StaffPage title={t('unknown.title')}>
        <EmptyState icon={<CalendarX size={30} />} title={t('unknown.text')}>
          <LinkButton to={`${base}/events`}>{t('back')}</LinkButton>
        </EmptyState>
      </StaffPage>
    )
  return (
    <StaffPage
      title={
        event.data === undefined
          ? t('attendance.title')
          : t('attendance.of', { title: event.data.content[language].title })
      }
      lead={
        <>
          <Link
            to={`${base}/events`}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand hover:underline"
          >
            <ArrowLeft aria-hidden="true" size={19} className="mirror" />
            {t('back')}
          </Link>
          {event.data !== undefined && (
            <p className="flex flex-wrap items-center gap-3">
              <EventState status={event.data.status} />
              {t('print.inParis', { when: eventWhen(event.data, language) })}
            </p>
          )}
        </>
      }
      end={
        <>
          <LinkButton
            to={`${base}/verification?event=${encodeURIComponent(id)}`}
            icon={<ScanQrCode aria-hidden="true" size={20} />}
          >
            {t('attendance.scan')}
          </LinkButton>
          <ListCopies eventId={id} exports={writes} ready={people.data !== undefined} />
          {writes && (
            <LinkButton
              variant="secondary"
              to={`${base}/events/${id}/edit`}
              icon={<Pencil aria-hidden="true" size={20} />}
            >
              {t('edit.title')}
            </LinkButton>
          )}
        </>
      }
    >
      <LiveCounts query={counts} />
      {people.data === undefined && people.isError ? (
        <LoadFailure
          title={t('people.failed')}
          error={people.error}
          busy={people.isFetching}
          onRetry={() => void people.refetch()}
        />
      ) : (
        <>
          {people.data !== undefined && people.data.total > people.data.people.length && (
            <Notice tone="warning">
              {t('people.more', { shown: people.data.people.length, total: people.data.total })}
            </Notice>
          )}
          <PeopleList eventId={id} people={people.data?.people} busy={people.isFetching} />
        </>
      )}
      {event.data !== undefined && people.data !== undefined && (
        <PrintList event={event.data} people={people.data.people} />
      )}
    </StaffPage>
  )
}
