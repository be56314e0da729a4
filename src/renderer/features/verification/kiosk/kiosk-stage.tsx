import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../ui/spinner.tsx'
import { cx } from '../../../ui/cx.ts'
import { CameraPauseCard } from '../scan/camera-trouble.tsx'
import { CameraView } from '../scan/camera-view.tsx'
import type { ScannerFeed } from '../scan/scanner-feed.ts'
import { useSteadyCamera } from '../scan/use-steady.ts'
import { FailedResult, ScanResult } from './scan-result.tsx'
import type { Shown } from './scans.ts'

interface KioskStageProps {
  readonly feed: ScannerFeed
  readonly shown: Shown
  readonly onNext: () => void
}

/**
 * Between cards the camera, with a card its result over everything but the bars. The camera goes on in a small picture,
 * ready for the next card; it is the same element all the time, so that the stream never stops.
 */
export function KioskStage({ feed, shown, onNext }: KioskStageProps) {
  const { t } = useTranslation('kiosk')
  const steady = useSteadyCamera(feed.camera)
  const live = feed.camera === 'live'
  const covered = shown.kind !== 'idle'
  return (
    <>
      <div
        className={cx(
          'overflow-hidden rounded-lg',
          covered
            ? cx(
                'absolute end-4 bottom-4 z-20 h-[18vmin] w-[26vmin] border-2 border-on-brand bg-night',
                !live && 'hidden',
              )
            : cx(
                'relative flex min-h-0 min-w-0 grow portrait:min-h-40',
                live
                  ? 'bg-night'
                  : 'overflow-y-auto border-2 border-dashed border-line-strong bg-surface',
              ),
        )}
      >
        {feed.camera === 'live' ? (
          <CameraView
            video={feed.video}
            mirrored={feed.mirrored}
            look={feed.look}
            compact={covered}
          />
        ) : (
          <CameraPauseCard
            state={steady === 'live' ? feed.camera : steady}
            starting={feed.camera === 'starting'}
            onStart={feed.start}
          />
        )}
      </div>
      <section
        aria-label={t('screen.result')}
        className={cx(covered ? 'absolute inset-0 z-10 flex flex-col' : 'sr-only')}
      >
        {shown.kind === 'checking' && (
          <div className="flex grow items-center justify-center gap-[3vw] bg-surface text-muted">
            <Spinner className="size-[9vmin] border-6 text-brand" />
            <p className="text-[7vmin] font-bold">{t('screen.checking')}</p>
          </div>
        )}
        {shown.kind === 'answer' && (
          <ScanResult key={shown.number} answer={shown.answer} view={shown.view} onNext={onNext} />
        )}
        {shown.kind === 'failed' && <FailedResult key={shown.number} onNext={onNext} />}
      </section>
    </>
  )
}
