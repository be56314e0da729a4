import { useQuery } from '@tanstack/react-query'
import { Sprout, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { decideFirstContents, readFirstContents } from '#shared/contract/settings.ts'
import { dismissAlert, listAlerts, type Alert } from '#shared/contract/watch.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath, isStaff } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { eventsQuery, newsQuery } from '../../platform/calls/content-queries.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { useSession } from '../../platform/session/session.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { LinkButton, Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { QueryFailure } from '../../ui/loaded/load-failure.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { STATS } from '../../ui/staff/refresh-counts.ts'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { Charts } from './charts.tsx'
import { GoLiveCard } from './go-live-card.tsx'
import { MailPanel } from './mail-panel.tsx'
import { Queues } from './queues.tsx'
import { type Overview, useOverview } from './use-overview.ts'

const KEY = ['settings', 'first-contents'] as const

/** For administrators of an installation without events and news: one offer, which either choice ends. */
function FirstContents() {
  const { t } = useTranslation('overview')
  const { data } = useQuery(readQuery(KEY, readFirstContents, {}))
  const decide = useCall(
    async (add: boolean) => {
      try {
        const { added } = await ask(decideFirstContents, { body: { add } })
        if (added > 0) toast.success(t('first.added'))
      } finally {
        for (const queryKey of [KEY, STATS, eventsQuery.queryKey, newsQuery.queryKey])
          void queryClient.invalidateQueries({ queryKey })
      }
    },
    () => toast.error(t('first.failed')),
  )
  if (data?.offered !== true) return null
  return (
    <Notice tone="info" title={t('first.title')}>
      <p>{t('first.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          busy={decide.busy && decide.input?.[0] === true}
          disabled={decide.busy}
          onClick={() => void decide.run(true)}
        >
          {t('first.add')}
        </Button>
        <Button variant="secondary" disabled={decide.busy} onClick={() => void decide.run(false)}>
          {t('first.notNow')}
        </Button>
      </div>
    </Notice>
  )
}

/** Where a staff member begins: what waits, and how the association is doing. Numbers, never names. */
export function OverviewPage() {
  const { t } = useTranslation('overview')
  const session = useSession()
  const query = useOverview()
  if (session.state !== 'authenticated' || !isStaff(session.user.role)) return null // the guard around it lets only staff in
  const base = dashboardPath(session.user.role)
  return (
    <StaffPage title={t('title')} lead={t('lead')} end={<AsOf query={query} />}>
      {query.isError && query.data !== undefined && (
        <QueryFailure title={t('stale')} query={query} />
      )}
      {session.user.role === 'admin' && <AlertsPanel base={base} />}
      {session.user.role === 'admin' && <FirstContents />}
      {session.user.role === 'admin' && <GoLiveCard base={base} />}
      {session.user.role === 'admin' && <MailPanel />}
      {query.data?.backup?.isLate === true && (
        <Notice tone="warning" title={t('backup.late')}>
          {t('backup.lateText')}
        </Notice>
      )}
      {query.data?.operation !== undefined && query.data.operation.length > 0 && (
        <OperationFaults faults={query.data.operation} />
      )}
      {query.data?.timestamps?.awaySince != null && (
        <TimesWait {...query.data.timestamps} since={query.data.timestamps.awaySince} />
      )}
      <Loaded query={query} failure={t('failed')} skeleton={<Shape />}>
        {(numbers) => <Numbers base={base} numbers={numbers} />}
      </Loaded>
    </StaffPage>
  )
}

/** A late backup has its own notice, which does not wait for the next look. */
function OperationFaults({ faults }: { readonly faults: NonNullable<Overview['operation']> }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const others = faults.filter(({ kind }) => kind !== 'backup-late')
  if (others.length === 0) return null
  return (
    <Notice tone="warning" title={t('operation.title')}>
      <ul>
        {others.map(({ kind, since }) => (
          <li key={kind}>
            {t('operation.line', {
              fault: t(`operation.fault.${kind}`),
              since: format.dateTime(since),
            })}
          </li>
        ))}
      </ul>
      <p>{t('operation.text')}</p>
    </Notice>
  )
}

function TimesWait({ waiting, since }: { readonly waiting: number; readonly since: string }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  return (
    <Notice tone="warning" title={t('times.away')}>
      {t('times.awayText', { count: waiting, since: format.dateTime(since) })}
    </Notice>
  )
}

function AsOf({ query: { data } }: { readonly query: ReturnType<typeof useOverview> }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  return data === undefined ? null : (
    <div className="text-sm text-muted">
      <p>{t('asOf', { time: format.time(data.at) })}</p>
      {data.backup?.lastAt != null && (
        <p>{t('backup.last', { at: format.dateTime(data.backup.lastAt) })}</p>
      )}
    </div>
  )
}

function Numbers({ base, numbers }: { readonly base: string; readonly numbers: Overview }) {
  const { t } = useTranslation('overview')
  return (
    <>
      <OverviewPart title={t('waitingTitle')}>
        <Queues base={base} numbers={numbers} />
      </OverviewPart>
      {isNew(numbers) ? (
        <EmptyState icon={<Sprout size={30} />} title={t('new.title')}>
          <p>{t('new.text')}</p>
          {numbers.members !== undefined && (
            <div className="mt-4 flex flex-wrap justify-center gap-2">
              <LinkButton to={`${base}/events/new`}>{t('new.event')}</LinkButton>
              <LinkButton to={`${base}/users`} variant="secondary">
                {t('new.members')}
              </LinkButton>
            </div>
          )}
        </EmptyState>
      ) : (
        <OverviewPart title={t('chartsTitle')}>
          <Charts numbers={numbers} />
        </OverviewPart>
      )}
    </>
  )
}

/** Nothing has happened yet that a chart could show. */
const isNew = ({ members, reports, events }: Overview): boolean =>
  events.length === 0 &&
  reports.byStatus.every(({ count }) => count === 0) &&
  (members?.active ?? 0) <= 1

function OverviewPart({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-xl headline">
        {title}
      </h2>
      {children}
    </section>
  )
}

const Shape = () => (
  <div className="grid gap-6">
    <div className="grid gap-4 min-[560px]:grid-cols-2 xl:grid-cols-3">
      {[1, 2, 3, 4, 5, 6].map((tile) => (
        <Skeleton key={tile} className="h-36" />
      ))}
    </div>
    <div className="grid gap-4 xl:grid-cols-2">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  </div>
)

const ALERTS = [...STATS, 'alerts'] as const
const ALERTS_REFRESH_MS = 60_000

/** For administrators; nothing is shown while nothing is unusual. */
function AlertsPanel({ base }: { readonly base: string }) {
  const { t } = useTranslation('overview')
  const query = useQuery({
    ...readQuery(ALERTS, listAlerts, {}),
    refetchInterval: ALERTS_REFRESH_MS,
  })
  if (query.data === undefined)
    return query.isError ? <QueryFailure title={t('alerts.failed')} query={query} /> : null
  if (query.data.length === 0) return null
  return (
    <section
      aria-labelledby="alerts"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-danger bg-surface p-4 sm:p-6"
    >
      <h2 id="alerts" className="flex items-center gap-2 text-xl headline text-danger">
        <TriangleAlert aria-hidden="true" size={22} />
        {t('alerts.title')}
      </h2>
      <p className="max-w-2xl text-muted">{t('alerts.text')}</p>
      <ul className="divide-y divide-line border-y border-line">
        {query.data.map((alert) => (
          <AlertLine key={alert.id} alert={alert} base={base} />
        ))}
      </ul>
    </section>
  )
}

function AlertLine({ alert, base }: { readonly alert: Alert; readonly base: string }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const dismiss = useCall(
    async () => {
      try {
        await ask(dismissAlert, { params: { id: alert.id } })
      } finally {
        await queryClient.invalidateQueries({ queryKey: ALERTS })
      }
    },
    () => toast.error(t('alerts.notDismissed')),
  )
  const { kind, member, count, at } = alert
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">
          {t(`alerts.kinds.${kind}`, { count, number: format.number(count) })}
        </p>
        <p className="text-sm text-muted">
          <Ltr className="tabular-nums">{bareCardId(member)}</Ltr> · {format.dateTime(at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton variant="secondary" to={`${base}/audit?actor=${encodeURIComponent(member)}`}>
          {t('alerts.log')}
        </LinkButton>
        <Button
          variant="quiet"
          busy={dismiss.busy}
          aria-label={t('alerts.dismissOne', { member: bareCardId(member) })}
          onClick={() => void dismiss.run()}
        >
          {t('alerts.dismiss')}
        </Button>
      </div>
    </li>
  )
}
