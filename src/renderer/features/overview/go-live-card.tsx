import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleCheck, ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { changeGoLiveSettings, readSettings, type Settings } from '#shared/contract/settings.ts'
import { CONFIRMED_BY_HAND, type ConfirmedByHand, type GoLiveItem } from '#shared/domain/go-live.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { QueryFailure } from '../../ui/loaded/load-failure.tsx'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'

const KEY = ['settings', 'go-live'] as const
/** The section of the settings where an item is settled; the rest is settled on the server, or in the office. */
const SECTION_OF: Partial<Record<GoLiveItem, string>> = {
  identity: 'association',
  host: 'association',
  officer: 'association',
  reports: 'reports',
  retention: 'retention',
  terms: 'adoption',
}
const isByHand = (item: GoLiveItem): item is ConfirmedByHand =>
  CONFIRMED_BY_HAND.some((one) => one === item)

/** For administrators: what is open before the site is online. Closed at first, so that the day's work stays in view. */
export function GoLiveCard({ base }: { readonly base: string }) {
  const { t } = useTranslation('overview')
  const query = useQuery(readQuery(KEY, readSettings, {}))
  if (query.data === undefined)
    return query.isError ? <QueryFailure title={t('goLive.failed')} query={query} /> : null
  const { goLive } = query.data
  if (goLive.open.length === 0)
    return (
      <p className="flex items-start gap-2 text-sm text-muted">
        <CircleCheck aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-success" />
        <span>
          <span className="font-semibold text-ink">{t('goLive.ready')}</span>{' '}
          {t('goLive.readyText')}
        </span>
      </p>
    )
  return (
    <details className="group rounded-lg border border-line bg-surface p-4 shadow-card sm:px-6">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-sm [&::-webkit-details-marker]:hidden">
        <ListChecks aria-hidden="true" size={22} className="shrink-0 text-warning" />
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{t('goLive.title', { count: goLive.open.length })}</span>
          <span className="text-sm text-muted group-open:hidden">
            {goLive.open
              .slice(0, 3)
              .map((item) => t(`goLive.items.${item}.label`))
              .join(' · ')}
            {goLive.open.length > 3 && ' …'}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 text-muted group-open:rotate-180"
        />
      </summary>
      <p className="mt-3 max-w-2xl text-muted">{t('goLive.text')}</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {goLive.open.map((item) => (
          <OpenItem key={item} item={item} goLive={goLive} base={base} />
        ))}
      </ul>
    </details>
  )
}

interface OpenItemProps {
  readonly item: GoLiveItem
  readonly goLive: Settings['goLive']
  readonly base: string
}

function OpenItem({ item, goLive, base }: OpenItemProps) {
  const { t } = useTranslation(['overview', 'problems'])
  const section = SECTION_OF[item]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">{t(`overview:goLive.items.${item}.label`)}</p>
        <p className="text-sm text-muted">{t(`overview:goLive.items.${item}.text`)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        {section !== undefined && (
          <Link
            to={`${base}/settings#${section}`}
            aria-label={t('overview:goLive.toSettingsOf', {
              item: t(`overview:goLive.items.${item}.label`),
            })}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t('overview:goLive.toSettings')}
          </Link>
        )}
        {isByHand(item) && <Confirm item={item} goLive={goLive} />}
      </div>
    </li>
  )
}

function Confirm({
  item,
  goLive,
}: Pick<OpenItemProps, 'goLive'> & { readonly item: ConfirmedByHand }) {
  const { t } = useTranslation(['overview', 'problems'])
  const label = t(`overview:goLive.items.${item}.label`)
  const { guard, dialog } = useStepUp(label, t('overview:goLive.why'))
  const confirm = useCall(
    async () => {
      const body = { revision: goLive.revision, confirmed: [...goLive.confirmed, item] }
      try {
        await guard(() => ask(changeGoLiveSettings, { body }))
      } finally {
        await queryClient.invalidateQueries({ queryKey: KEY })
      }
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  return (
    <>
      <Button
        variant="secondary"
        busy={confirm.busy}
        aria-label={t('overview:goLive.doneOf', { item: label })}
        onClick={() => void confirm.run()}
      >
        {t('overview:goLive.done')}
      </Button>
      {dialog}
    </>
  )
}
