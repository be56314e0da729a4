import { useTranslation } from 'react-i18next'
import type { CardInput, Check } from '../check/check-state.ts'
import { CameraControls } from './camera-controls.tsx'
import { CardNumberForm } from './card-number-form.tsx'
import { PictureInput } from './picture-input.tsx'
import type { PanelScanner } from './panel-scanner.ts'
import { usePictureReader } from './use-picture-reader.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { cx } from '../../../ui/cx.ts'
import { CameraPauseCard } from './camera-trouble.tsx'
import { CameraView } from './camera-view.tsx'
import { useSteadyCamera } from './use-steady.ts'
import { UncheckedCard } from '../verdict/unchecked-card.tsx'
import { VerdictCard } from '../verdict/verdict-card.tsx'

interface StageProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  readonly onRetry: () => void
  readonly onNext: () => void
}

/**
 * The main area. Between cards it shows the camera; with a card it shows the verdict, and the camera continues in a
 * small picture (a strip above it on a phone, the corner of the band elsewhere), ready for the next card.
 */
function Stage({ scanner, check, door, onRetry, onNext }: StageProps) {
  const { t } = useTranslation('verification')
  const stage = useRef<HTMLDivElement>(null)
  const answering = check.kind !== 'idle'
  const live = scanner.camera === 'live'
  const steady = useSteadyCamera(scanner.camera)
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
        {scanner.camera === 'live' ? (
          <CameraView
            video={scanner.video}
            mirrored={scanner.mirrored}
            look={scanner.look}
            compact={answering}
          />
        ) : (
          <CameraPauseCard
            state={steady === 'live' ? scanner.camera : steady}
            starting={scanner.camera === 'starting'}
            onStart={scanner.start}
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

interface ScanPanelProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  readonly onCheck: (input: CardInput) => void
  readonly onRetry: () => void
  readonly onNext: () => void
  /** Further controls of the bar under the picture. */
  readonly controls: ReactNode
}

/** All ways to read a card: camera, hand scanner, typed number, picture. */
export function ScanPanel({
  scanner,
  check,
  door,
  onCheck,
  onRetry,
  onNext,
  controls,
}: ScanPanelProps) {
  const { t } = useTranslation('scanner')
  const reader = usePictureReader(scanner.readPicture)
  return (
    <div
      {...reader.drop}
      className="relative sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-3 sm:shadow-card"
    >
      <Stage scanner={scanner} check={check} door={door} onRetry={onRetry} onNext={onNext} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-2 sm:pt-3">
        <CameraControls scanner={scanner} covered={check.kind !== 'idle'} />
        <div className="ms-auto">{controls}</div>
      </div>
      <div className="mt-2 grid gap-x-6 gap-y-4 border-t border-line pt-4 sm:px-2 sm:pb-2 sm:grid-cols-[3fr_2fr]">
        <CardNumberForm onCheck={onCheck} />
        <PictureInput reader={reader} />
      </div>
      {reader.dragging && (
        <div className="pointer-events-none absolute inset-0 z-20 grid place-items-center rounded-lg border-3 border-dashed border-brand bg-brand-soft p-6 text-center text-xl text-brand headline">
          {t('image.drop')}
        </div>
      )}
    </div>
  )
}
