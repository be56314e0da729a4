import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dismissAlert, listAlerts, type Alert } from '#shared/contract/watch.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { STATS } from '../../ui/staff/recount.ts'

const KEY = [...STATS, 'alerts'] as const
const REFRESH_MS = 60_000

/** For administrators; nothing is shown while nothing is unusual. */
export function AlertsPanel({ base }: { readonly base: string }) {
  const { t } = useTranslation('overview')
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(listAlerts, {}, { signal }),
    refetchInterval: REFRESH_MS,
  })
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailure
        title={t('alerts.failed')}
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : null
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
        await queryClient.invalidateQueries({ queryKey: KEY })
      }
    },
    () => toast.error(t('alerts.notDismissed')),
  )
  const { kind, member, count, at } = alert
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">
          {t(`alerts.kinds.${kind}`, { number: format.number(count) })}
        </p>
        <p className="text-sm text-muted">
          <Ltr className="tabular-nums">{member}</Ltr> · {format.dateTime(at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton variant="secondary" to={`${base}/audit?actor=${encodeURIComponent(member)}`}>
          {t('alerts.log')}
        </LinkButton>
        <Button
          variant="quiet"
          busy={dismiss.busy}
          aria-label={t('alerts.dismissOne', { member })}
          onClick={() => void dismiss.run()}
        >
          {t('alerts.dismiss')}
        </Button>
      </div>
    </li>
  )
}
