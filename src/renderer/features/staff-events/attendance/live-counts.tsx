import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { useCounts } from './use-attendance.ts'

const SAID_EVERY_MS = 30_000

/** The attendance, while people come in. */
export function LiveCounts({ query }: { readonly query: ReturnType<typeof useCounts> }) {
  const { t } = useTranslation('staffEvents')
  const format = useFormat()
  const { data, isError, dataUpdatedAt, error, isFetching, refetch } = query
  if (data === undefined)
    return isError ? (
      <LoadFailure
        title={t('live.failed')}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
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
      aria-label={t('live.title')}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <dl className="grid grid-cols-3 gap-3">
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
        {t(isError ? 'live.lost' : 'live.updated', { time: clock(dataUpdatedAt) })}
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

const clock = (at: number): string => new Date(at).toLocaleTimeString('en-GB')

/** For screen readers: the figures every half minute at most, and only when they changed. */
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
