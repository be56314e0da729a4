import './print-list.css'
import { useQuery } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { useState, useEffect } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { isNearEvent } from '#shared/domain/check-in-hours.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { parisClock, parisTime } from '#shared/domain/text/paris-time.ts'
import { useLanguage, useFormat } from '../../../i18n/use-format.ts'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import { type EventItem, eventQuery } from '../../../platform/calls/content-queries.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { QueryFailure } from '../../../ui/loaded/load-failure.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { usePublisher } from '../../../ui/use-association.ts'
import { EventState } from '../event-state.tsx'
import { eventWhen } from '../event-when.ts'
import { AttendanceActions } from './attendance-actions.tsx'
import type { Attender } from './attendance-list.ts'
import { type AttendancePhase, useAttendancePhase } from './attendance-phase.ts'
import { PeopleList } from './people-list.tsx'
import { useCounts, usePeople } from './use-attendance.ts'

/** The expected, the waiting and the present people. */
export function AttendancePage() {
  const { t } = useTranslation(['staffEvents', 'verification', 'problems'])
  const { id = '' } = useParams()
  const language = useLanguage()
  const { base, manages: writes } = useDashboard()
  const event = useQuery(eventQuery(id))
  const phase = useAttendancePhase(event.data?.endsAt)
  const counts = useCounts(id, phase)
  const [asksNumber, setAsksNumber] = useState(false)
  const [now] = useState(() => new Date())
  // The server refuses the names at any other time: they are not asked for.
  const seesPeople = writes || (event.data !== undefined && isNearEvent(now, event.data))
  const people = usePeople(id, seesPeople ? counts.data?.mark : undefined)
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
      back={{ to: `${base}/events`, label: t('back') }}
      lead={
        event.data !== undefined && (
          <p className="flex flex-wrap items-center gap-3">
            <EventState status={event.data.status} />
            {t('print.inParis', { when: eventWhen(event.data, language) })}
          </p>
        )
      }
      end={
        // Not before it is known whether the event is over, unless that cannot be known.
        (event.data !== undefined || event.isError) && (
          <AttendanceActions
            id={id}
            event={event.data}
            phase={phase}
            seesPeople={seesPeople}
            ready={people.data !== undefined}
            onAskNumber={() => setAsksNumber(true)}
          />
        )
      }
    >
      <LiveCounts query={counts} isOver={phase !== 'open'} />
      {event.data !== undefined && !seesPeople ? (
        <Notice tone="info">{t('problems:event-not-near')}</Notice>
      ) : (
        <People eventId={id} query={people} phase={phase} asksNumber={asksNumber} />
      )}
      {event.data !== undefined && people.data !== undefined && (
        <PrintList event={event.data} people={people.data.people} />
      )}
    </StaffPage>
  )
}

interface PeopleProps {
  readonly eventId: string
  readonly query: ReturnType<typeof usePeople>
  readonly phase: AttendancePhase
  /** After the event the form for a card number is shown on demand. */
  readonly asksNumber: boolean
}

function People({ eventId, query, phase, asksNumber }: PeopleProps) {
  const { t } = useTranslation('staffEvents')
  const { data, isError, isFetching } = query
  if (data === undefined && isError)
    return <QueryFailure title={t('people.failed')} query={query} />
  return (
    <>
      {data !== undefined && data.total > data.people.length && (
        <Notice tone="warning">
          {t(phase === 'closed' ? 'people.moreOver' : 'people.more', {
            shown: data.people.length,
            total: data.total,
          })}
        </Notice>
      )}
      <PeopleList
        eventId={eventId}
        people={data?.people}
        busy={isFetching}
        phase={phase}
        asksNumber={asksNumber}
      />
    </>
  )
}

const SAID_EVERY_MS = 30_000

interface LiveCountsProps {
  readonly query: ReturnType<typeof useCounts>
  readonly isOver: boolean
}

/** The attendance, while people come in and afterwards. */
function LiveCounts({ query, isOver }: LiveCountsProps) {
  const { t } = useTranslation('staffEvents')
  const language = useLanguage()
  const format = useFormat()
  const { data, isError, dataUpdatedAt } = query
  if (data === undefined)
    return isError ? (
      <QueryFailure title={t('live.failed')} query={query} />
    ) : (
      <Skeleton className="h-40" />
    )
  const { registered, waiting, checkedIn, capacity } = data
  const figures = [
    { name: t('live.here'), value: checkedIn, strong: true },
    { name: t('live.registered'), value: registered, strong: false },
    { name: t('live.waiting'), value: waiting, strong: false },
  ]
  return (
    <section
      aria-label={t(isOver ? 'attendance.title' : 'live.title')}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <dl className="flex flex-wrap gap-3 *:grow">
        {figures.map(({ name, value, strong }) => (
          <div key={name} className="flex flex-col-reverse justify-end border-s-2 border-line ps-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className={`${strong ? 'text-3xl text-brand' : 'text-3xl'} headline tabular-nums`}>
              {format.number(value)}
            </dd>
          </div>
        ))}
      </dl>
      {capacity === null ? (
        <p className="text-sm text-muted">{t('live.unlimited')}</p>
      ) : (
        <ProgressBar
          value={registered / capacity}
          tone={registered >= capacity ? 'danger' : 'brand'}
          label={t('live.places')}
          text={t('column.taken', {
            taken: format.number(registered),
            capacity: format.number(capacity),
          })}
        />
      )}
      <p className={isError ? 'text-sm font-semibold text-danger' : 'text-sm text-muted'}>
        {t(isError ? 'live.lost' : isOver ? 'live.asOf' : 'live.updated', {
          // With seconds where new figures come every five.
          time: t('print.inParis', {
            when: parisClock(dataUpdatedAt, language, isOver ? 'short' : 'medium'),
          }),
        })}
      </p>
      <SaidNowAndThen
        text={t('live.said', {
          here: format.number(checkedIn),
          registered: format.number(registered),
        })}
      />
    </section>
  )
}

/** Screen readers hear the figures every half minute at most, and only when they changed. */
function SaidNowAndThen({ text }: { readonly text: string }) {
  const [{ said, at }, setSaid] = useState({ said: '', at: 0 })
  useEffect(() => {
    if (said === text) return undefined
    const timer = setTimeout(
      () => setSaid({ said: text, at: Date.now() }),
      Math.max(0, at + SAID_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text, said, at])
  return <output className="sr-only">{said}</output>
}

/** Blank lines for guests who are not on the list. */
/** For people who come without having registered; a list of few people fills its sheet. */
const SPARE_LINES_MIN = 5
const LINES_OF_A_SHEET = 20

interface PrintListProps {
  readonly event: EventItem
  readonly people: readonly Attender[]
}

/** The printed list: people with a place, then the waiting list; a column to sign in. */
function PrintList({ event, people }: PrintListProps) {
  const { t } = useTranslation('staffEvents')
  const language = useLanguage()
  const format = useFormat()
  const publisher = usePublisher()
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const stamp = (): void => flushSync(() => setNow(new Date().toISOString())) // before the sheet is rendered
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  useEffect(() => {
    const root = document.documentElement
    root.classList.add('attendance-printing')
    return () => root.classList.remove('attendance-printing')
  }, [])
  const rows = [
    ...people.filter(({ registration }) => registration !== 'waiting'),
    ...people.filter(({ registration }) => registration === 'waiting'),
  ]
  const spare = Math.max(SPARE_LINES_MIN, LINES_OF_A_SHEET - rows.length)
  return createPortal(
    <div className="attendance-print" aria-hidden="true">
      <h1>
        <Auto>{event.content[language].title}</Auto>
      </h1>
      <p>
        {t('print.inParis', { when: eventWhen(event, language) })} ·{' '}
        <Auto>{event.content[language].location}</Auto>
      </p>
      <p>
        <Auto>{publisher}</Auto>
      </p>
      <p>
        {t('print.made', {
          when: t('print.inParis', { when: parisTime(now, language) }),
          count: people.length,
        })}
      </p>
      <p className="warning">{t('print.destroy')}</p>
      <table>
        <thead>
          <tr>
            <th className="number">{t('print.number')}</th>
            <th className="name">{t('person.name')}</th>
            <th>{t('person.card')}</th>
            <th>{t('person.registration')}</th>
            <th className="signature">{t('print.signature')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cardId, name, registration }, index) => (
            <tr key={cardId}>
              <td className="number">{format.number(index + 1)}</td>
              <td>
                <Auto>{name}</Auto>
              </td>
              <td>
                <Ltr>{bareCardId(cardId)}</Ltr>
              </td>
              <td>{t(`registration.${registration}`)}</td>
              <td>&nbsp;</td>
            </tr>
          ))}
          {Array.from({ length: spare }, (_, line) => (
            <tr key={`spare ${line}`}>
              <td className="number">&nbsp;</td>
              <td>&nbsp;</td>
              <td>&nbsp;</td>
              <td>&nbsp;</td>
              <td>&nbsp;</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
