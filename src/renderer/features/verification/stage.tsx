import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { cx } from '../../ui/cx.ts'
import type { Check } from './check/check-state.ts'
import { CameraPauseCard } from './scan/camera-trouble.tsx'
import { CameraView } from './scan/camera-view.tsx'
import type { ScannerFeed } from './scan/scanner-feed.ts'
import { useSteadyCamera } from './scan/use-steady.ts'
import { UncheckedCard } from './verdict/unchecked-card.tsx'
import { VerdictCard } from './verdict/verdict-card.tsx'

interface StageProps {
  readonly feed: ScannerFeed
  readonly check: Check
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  readonly onRetry: () => void
  readonly onNext: () => void
}

/**
 * The main area. Between cards it shows the camera; with a card it shows the verdict, and the camera continues in a
 * small picture (a strip above it on a phone, the corner of the band elsewhere), ready for the next card.
 */
export function Stage({ feed, check, door, onRetry, onNext }: StageProps) {
  const { t } = useTranslation('verification')
  const stage = useRef<HTMLDivElement>(null)
  const answering = check.kind !== 'idle'
  const live = feed.camera === 'live'
  const steady = useSteadyCamera(feed.camera)
  const withPreview = answering && live

  useEffect(() => {
    if (check.kind === 'idle') return undefined
    // On a small laptop the verdict would end below the edge of the window. Scrolls with the next frame, whose layout
    // is due anyway: at once it would force one more layout in the middle of React's work.
    const frame = requestAnimationFrame(() => stage.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [check.kind])

  function next(): void {
    // The pressed button is about to be removed; without this the keyboard focus would return to the top of the page.
    stage.current?.focus({ preventScroll: true })
    onNext()
  }

  return (
    <section
      ref={stage}
      tabIndex={-1}
      aria-label={t('stage.label')}
      className="relative flex scroll-my-20 flex-col gap-2 sm:min-h-108"
    >
      <div className={cx(cameraBox(answering, live), 'overflow-hidden rounded-md')}>
        {feed.camera === 'live' ? (
          <CameraView
            video={feed.video}
            mirrored={feed.mirrored}
            look={feed.look}
            compact={answering}
          />
        ) : (
          <CameraPauseCard
            state={steady === 'live' ? feed.camera : steady}
            starting={feed.camera === 'starting'}
            onStart={feed.start}
          />
        )}
      </div>
      {check.kind === 'checking' && <Checking />}
      {check.kind === 'shown' && (
        <VerdictCard
          key={check.number}
          reply={check.reply}
          input={check.input}
          withPreview={withPreview}
          door={door}
          onNext={next}
        />
      )}
      {check.kind === 'unchecked' && check.offline !== undefined && (
        <VerdictCard
          key={check.number}
          reply={check.offline.reply}
          input={check.input}
          withPreview={withPreview}
          door={door}
          offline={{ listAgeS: check.offline.listAgeS, retrying: check.retrying, onRetry }}
          onNext={next}
        />
      )}
      {check.kind === 'unchecked' && check.offline === undefined && (
        <UncheckedCard
          key={check.number}
          check={check}
          withPreview={withPreview}
          onRetry={onRetry}
          onNext={next}
        />
      )}
    </section>
  )
}

function cameraBox(answering: boolean, live: boolean): string {
  if (answering && live)
    return 'relative h-28 bg-night sm:absolute sm:end-3.5 sm:top-3.5 sm:z-10 sm:h-26 sm:w-44 sm:border-2 sm:border-on-night'
  if (answering) return 'hidden'
  return cx(
    'relative flex max-sm:min-h-80 sm:aspect-16/10',
    live ? 'bg-night' : 'border border-dashed border-line-strong',
  )
}

function Checking() {
  const { t } = useTranslation('verification')
  return (
    <div className="flex min-h-40 grow flex-col rounded-lg border-3 border-line-strong bg-surface">
      <div className="flex items-center gap-3 px-4 py-3 sm:min-h-31 sm:gap-5 sm:px-6">
        <Spinner className="size-12 shrink-0 border-4 text-brand sm:size-18" />
        <p className="text-[2.5rem] leading-tight font-bold text-muted sm:text-[4rem]">
          {t('stage.checking')}
        </p>
      </div>
    </div>
  )
}
