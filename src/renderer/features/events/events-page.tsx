import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EventItem, eventsQuery } from '../../platform/calls/content-queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { arrangeEvents } from './arrange.ts'
import { ComingEvent, PastEvent } from './event-item.tsx'

export function EventsPage() {
  const { t } = useTranslation('events')
  const events = useQuery(eventsQuery)
  return (
    <Page wide title={t('title')} lead={t('lead')} description={t('description')}>
      <Loaded
        query={events}
        failure={t('loadError')}
        skeleton={
          <div className="grid gap-5">
            <Skeleton className="h-80" />
            <Skeleton className="h-28" />
          </div>
        }
      >
        {(list) => <Programme events={list} />}
      </Loaded>
    </Page>
  )
}

function Programme({ events }: { readonly events: readonly EventItem[] }) {
  const { t } = useTranslation('events')
  const [now] = useState(() => new Date())
  const { coming, past } = arrangeEvents(events, now)
  return (
    <div className="grid gap-12">
      <section aria-labelledby="coming-events">
        <h2 id="coming-events" className="text-2xl headline">
          {t('coming')}
        </h2>
        {coming.length === 0 ? (
          <div className="mt-5">
            <EmptyState icon={<CalendarDays size={30} />} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          </div>
        ) : (
          <ul className="mt-5 grid gap-6">
            {coming.map((event, index) => (
              <li key={event.id}>
                <ComingEvent event={event} first={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {past.length > 0 && (
        <section aria-labelledby="past-events">
          <h2 id="past-events" className="text-2xl headline">
            {t('past')}
          </h2>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {past.map((event) => (
              <li key={event.id}>
                <PastEvent event={event} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
