import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, CloudOff, Hourglass, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatch, useNavigate } from 'react-router-dom'
import { parisClock } from '#shared/domain/text/paris-time.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { voiceCountsQuery, type VoiceCounts } from '../../platform/calls/assembly-queries.ts'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { eventQuery } from '../../platform/calls/content-queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { QueryFailure } from '../../ui/loaded/load-failure.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'

function useLeave(eventId: string): () => void {
  const { base } = useDashboard()
  const navigate = useNavigate()
  return () => void navigate(`${base}/events/${eventId}/assembly`)
}

/** The screen in the hall: figures that are read from the last row, and no names. */
export function AssemblyScreenPage() {
  const { t } = useTranslation('assembly')
  const eventId = useMatch('/events/:id/assembly')?.params.id ?? ''
  const language = useLanguage()
  const event = useQuery(eventQuery(eventId))
  const counts = useQuery(voiceCountsQuery(eventId))
  const leave = useLeave(eventId)
  const dialog = useRef<HTMLDialogElement>(null)
  // A modal dialog covers header and footer, and takes them out of the reach of keyboard and screen reader.
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const title = event.data?.content[language].title ?? t('screen.title')
  const heading = usePageTitle(title)
  const status = counts.error instanceof CallFailure ? counts.error.problem?.status : undefined
  return (
    <dialog
      ref={dialog}
      aria-labelledby="screen-title"
      onCancel={(cancel) => {
        cancel.preventDefault()
        leave()
      }}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto border-0 bg-canvas p-0 text-ink"
    >
      <div className="grid min-h-full grid-rows-[auto_1fr_auto] gap-[2vmin] p-[3vmin]">
        <header className="flex items-center justify-between gap-4">
          <Emblem size={64} />
          <h1
            id="screen-title"
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="grow text-[clamp(1.5rem,4.5vmin,4rem)] leading-tight headline"
          >
            {title}
          </h1>
          <Button variant="quiet" icon={<X aria-hidden="true" size={22} />} onClick={leave}>
            {/* On a phone the words would take the line of the title. */}
            <span className="max-[30rem]:sr-only">{t('screen.leave')}</span>
          </Button>
        </header>
        {counts.data !== undefined ? (
          <Figures counts={counts.data} />
        ) : counts.isError ? (
          <div>
            <QueryFailure
              title={t(status === 404 ? 'screen.noAssembly' : 'screen.failed')}
              query={counts}
            />
          </div>
        ) : (
          <Skeleton className="h-full" />
        )}
        {counts.data !== undefined && <Age at={counts.data.at} isStale={counts.isError} />}
      </div>
    </dialog>
  )
}

/** Read from the last row as well: a figure says nothing without it. */
const LABEL = 'text-[clamp(1.125rem,4.5vmin,4rem)] leading-tight'

function Figures({ counts }: { readonly counts: VoiceCounts }) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  const { present, represented, total, needed, missing } = counts
  const isReached = missing === 0
  const small = [
    [t('screen.present'), present],
    [t('screen.represented'), represented],
    [t('screen.needed'), needed],
  ] as const
  return (
    <div className="grid gap-[3vmin] max-lg:content-center lg:grid-cols-[3fr_2fr] lg:grid-rows-[1fr_auto]">
      <div className="grid content-center justify-items-center gap-[1vmin] rounded-lg border border-line bg-surface p-[3vmin] text-center shadow-card [container-type:inline-size]">
        {/* As wide as its place allows with six digits. */}
        <p className="text-[clamp(3rem,min(34vmin,26cqi),24rem)] leading-none whitespace-nowrap text-brand headline tabular-nums">
          {format.number(total)}
        </p>
        <p className={LABEL}>{t('screen.totalLong')}</p>
      </div>
      <dl className="grid gap-[2vmin]">
        {small.map(([name, value]) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 rounded-lg border border-line bg-surface px-[3vmin] py-[1.5vmin] shadow-card"
          >
            <dt className={LABEL}>{name}</dt>
            <dd className="text-[clamp(2.5rem,11vmin,8rem)] leading-none whitespace-nowrap headline tabular-nums">
              {format.number(value)}
            </dd>
          </div>
        ))}
      </dl>
      <output
        className={cx(
          'flex items-center justify-center gap-[2vmin] max-sm:flex-col rounded-lg p-[2.5vmin] text-center text-[clamp(1.75rem,6vmin,5rem)] leading-tight headline lg:col-span-2',
          isReached ? 'bg-success text-on-brand' : 'bg-warning-soft text-warning',
        )}
      >
        {isReached ? (
          <CircleCheckBig aria-hidden="true" className="size-[7vmin] shrink-0" />
        ) : (
          <Hourglass aria-hidden="true" className="size-[6vmin] shrink-0" />
        )}
        {isReached ? t('screen.reached') : t('screen.missing', { count: missing })}
      </output>
    </div>
  )
}

/** The hall must not take old figures for present ones. */
function Age({ at, isStale }: { readonly at: string; readonly isStale: boolean }) {
  const { t } = useTranslation('assembly')
  const language = useLanguage()
  const text = t(isStale ? 'screen.stale' : 'screen.asOf', { time: parisClock(at, language) })
  return isStale ? (
    <p
      role="alert"
      className="flex items-center justify-center gap-3 rounded-lg bg-danger p-[1.5vmin] text-[clamp(1.125rem,3.2vmin,2.75rem)] font-semibold text-on-brand"
    >
      <CloudOff aria-hidden="true" className="size-[4vmin] shrink-0" />
      {text}
    </p>
  ) : (
    <p className="text-center text-[clamp(1rem,2.4vmin,2rem)] text-muted">{text}</p>
  )
}
