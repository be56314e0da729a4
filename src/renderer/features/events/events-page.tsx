import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Clock, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../i18n/use-format.ts'
import {
  type EventItem,
  eventsQuery,
  type EventItem as Item,
} from '../../platform/calls/content-queries.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { Cover } from '../../ui/picture/cover.tsx'
import { arrangeEvents } from './arrange.ts'
import { EventMarks, Places } from './event-parts.tsx'
import { eventTimes, type EventTimes } from './event-times.ts'

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

/** The day as on a tear-off calendar. The line beside it says it in words, so this one is silent. */
function DateBlock({
  times,
  quiet = false,
}: {
  readonly times: EventTimes
  readonly quiet?: boolean
}) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'w-20 shrink-0 self-start overflow-hidden rounded-md border bg-surface text-center sm:w-24',
        quiet ? 'border-line' : 'border-line-strong',
      )}
    >
      <div className={quiet ? 'h-2 bg-line' : 'weave h-2'} />
      <p className={cx('px-1 pt-2 text-sm font-semibold', quiet ? 'text-muted' : 'text-accent')}>
        {times.month}
      </p>
      <p className={cx('text-3xl headline tabular-nums', quiet && 'text-muted')}>{times.day}</p>
      <p className="pb-2 text-xs text-muted tabular-nums">{times.year}</p>
    </div>
  )
}

const LINE = 'flex items-start gap-2 text-muted'
const TITLE_LINK = 'after:absolute after:inset-0 group-hover:text-brand'

/** An event that is still to come: the picture, the day, where and when, and how many places are left. */
function ComingEvent({ event, first }: { readonly event: Item; readonly first: boolean }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const times = eventTimes(event, language)
  const { title, description, location } = event.content[language]
  return (
    <article className="group relative overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-colors hover:border-brand md:grid md:grid-cols-[5fr_6fr] print:grid print:grid-cols-[1fr_2fr]">
      <Cover image={event.image} eager={first} className="md:aspect-auto md:h-full" />
      <div className="flex gap-4 p-4 sm:gap-6 sm:p-6">
        <DateBlock times={times} />
        <div className="grid min-w-0 grow content-start gap-2">
          <p className="flex flex-wrap gap-2 empty:hidden">
            <EventMarks event={event} />
          </p>
          <h3 className="text-2xl headline wrap-anywhere">
            <Link to={`/events/${event.id}`} className={TITLE_LINK}>
              {title}
            </Link>
          </h3>
          <p className={LINE}>
            <Clock aria-hidden="true" size={18} className="mt-1 shrink-0" />
            <span>
              <span className="sr-only">
                {t('dayAndHours', { day: times.date, hours: times.hours })}
              </span>
              <span aria-hidden="true" className="block first-letter:uppercase">
                {t('dayAndHours', { day: times.weekday, hours: times.hours })}
              </span>
            </span>
          </p>
          <p className={LINE}>
            <MapPin aria-hidden="true" size={18} className="mt-1 shrink-0" />
            <span className="wrap-anywhere">{location}</span>
          </p>
          <p className="mt-1 line-clamp-3 wrap-anywhere">{description}</p>
          {event.status === 'upcoming' && (
            <div className="mt-3">
              <Places event={event} />
            </div>
          )}
        </div>
      </div>
    </article>
  )
}

/** An event that is over: one line of the register. */
function PastEvent({ event }: { readonly event: Item }) {
  const language = useLanguage()
  const times = eventTimes(event, language)
  const { title, description, location } = event.content[language]
  return (
    <article className="group relative flex gap-4 py-4 sm:gap-6">
      <DateBlock times={times} quiet />
      <div className="min-w-0 grow self-center">
        <p
          className={cx(
            'flex flex-wrap gap-2 empty:hidden',
            event.status === 'cancelled' && 'mb-1',
          )}
        >
          <EventMarks event={event} />
        </p>
        <h3 className="text-xl headline wrap-anywhere">
          <Link to={`/events/${event.id}`} className={TITLE_LINK}>
            {title}
          </Link>
        </h3>
        <p className="sr-only">{times.date}</p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{location}</p>
        <p className="mt-1 line-clamp-2 text-muted wrap-anywhere max-sm:hidden">{description}</p>
      </div>
      <Cover image={event.image} className="w-44 shrink-0 self-center rounded-md max-md:hidden" />
    </article>
  )
}
