import { type RefCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { Check } from '../check/check-state.ts'
import { wordSize } from '../verdict/fitted-text.ts'
import { UncheckedCard } from '../verdict/unchecked-card.tsx'
import { VerdictCard } from '../verdict/verdict-card.tsx'
import { CameraPauseCard } from './camera-trouble.tsx'
import { CapsLockNotice } from './caps-lock-notice.tsx'
import type { CameraLook, PanelScanner } from './panel-scanner.ts'

interface CameraPictureProps {
  readonly scanner: PanelScanner
  /** Small, beside a result. */
  readonly compact: boolean
}

/** What the camera sees, or why it sees nothing. */
export function CameraPicture({ scanner, compact }: CameraPictureProps) {
  const steady = useSteadyCamera(scanner.camera)
  if (scanner.camera === 'live')
    return (
      <CameraView
        video={scanner.video}
        mirrored={scanner.mirrored}
        look={scanner.look}
        compact={compact}
      />
    )
  return (
    <CameraPauseCard
      state={steady === 'live' ? scanner.camera : steady}
      starting={scanner.camera === 'starting'}
      onStart={scanner.start}
    />
  )
}

interface CardStageProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  readonly onRetry: () => void
  readonly onNext: () => void
}

/**
 * Between cards the camera; with a card the verdict, and the camera continues in a small picture (beside the button on
 * a phone, in the corner of the band elsewhere), ready for the next card. The parent is a positioned column.
 */
export function CardStage(props: CardStageProps) {
  const { scanner, check } = props
  const answering = check.kind !== 'idle'
  const live = scanner.camera === 'live'
  return (
    <>
      <CapsLockNotice on={scanner.capsLock} />
      <div className={cx(cameraBox(answering, live), 'overflow-hidden rounded-md')}>
        <CameraPicture scanner={scanner} compact={answering} />
      </div>
      {check.kind === 'checking' && <Checking withPreview={live} />}
      <CheckShown {...props} withPreview={answering && live} />
    </>
  )
}

function cameraBox(answering: boolean, live: boolean): string {
  if (answering && live)
    // On a phone the last of the column, drawn up over the bar of the result, and as sticky as that bar is.
    return 'z-10 border-2 border-on-night bg-night max-sm:sticky max-sm:bottom-2 max-sm:order-last max-sm:ms-4 max-sm:-mt-15 max-sm:mb-2 max-sm:h-11 max-sm:w-16 max-sm:shrink-0 sm:absolute sm:end-4 sm:top-6 sm:h-20 sm:w-32'
  if (answering) return 'hidden'
  return live
    ? // Never so high that the field of the number, below, ends under the edge of the window, also where the page has a banner.
      'relative flex bg-night max-sm:min-h-80 sm:aspect-16/10 sm:grow sm:max-h-[max(16rem,100dvh-37.5rem)] lg:max-h-[max(16rem,100dvh-25rem)]'
    : // Without a picture as high as its text: the number, which needs no camera, keeps the room.
      'relative flex border border-dashed border-line-strong sm:min-h-56'
}

function CheckShown({
  check,
  door,
  withPreview,
  onRetry,
  onNext,
}: CardStageProps & { readonly withPreview: boolean }) {
  if (check.kind === 'idle' || check.kind === 'checking') return null
  const same = { withPreview, onNext }
  if (check.kind === 'shown')
    return (
      <VerdictCard
        key={check.number}
        {...same}
        reply={check.reply}
        input={check.input}
        here={check.here}
        door={door}
      />
    )
  if (check.offline === undefined)
    return <UncheckedCard key={check.number} {...same} check={check} onRetry={onRetry} />
  return (
    <VerdictCard
      key={check.number}
      {...same}
      reply={check.offline.reply}
      input={check.input}
      door={door}
      offline={{ listAgeS: check.offline.listAgeS, retrying: check.retrying, onRetry }}
    />
  )
}

/** The place of a verdict while the server is asked. */
function Checking({ withPreview }: { readonly withPreview: boolean }) {
  const { t } = useTranslation('verification')
  const word = t('stage.checking')
  return (
    <div
      className={cx(
        'flex min-h-40 grow flex-col rounded-lg border-3 border-line-strong bg-surface',
        withPreview && 'max-sm:min-h-80', // as high as the picture that it takes the place of
      )}
    >
      <div
        className={cx(
          'flex items-center gap-3 px-4 py-3 [--word-most:2.5rem] sm:min-h-31 sm:gap-5 sm:px-6 sm:[--word-most:4rem]',
          withPreview && 'sm:pe-40',
        )}
      >
        <Spinner className="size-12 shrink-0 border-4 text-brand sm:size-18" />
        <div className="@container min-w-0 grow">
          <p style={wordSize(word)} className="leading-tight font-bold text-muted">
            {word}
          </p>
        </div>
      </div>
    </div>
  )
}

const UNREADABLE_FOR_MS = 700

interface CameraViewProps {
  readonly video: RefCallback<HTMLVideoElement>
  /** A camera that faces the user shows a mirrored picture: the card moves where the hand moves. */
  readonly mirrored: boolean
  readonly look: CameraLook | undefined
  /** Small, beside a verdict: no frame and no text. */
  readonly compact: boolean
}

/** The live picture with a frame to aim at and a mark on the last code that was seen. */
function CameraView({ video, mirrored, look, compact }: CameraViewProps) {
  const { t } = useTranslation('scanner')
  // Every card is blurred while it moves into the picture; only a code that stays unreadable needs advice.
  const unreadable = useLasting(look?.readable === false, UNREADABLE_FOR_MS)
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        autoPlay
        disablePictureInPicture
        aria-label={t('camera.label')}
        className={cx('absolute inset-0 size-full object-cover', mirrored && '-scale-x-100')}
      />
      {look !== undefined && (
        // The same box and the same "slice" as object-cover, so that picture and mark stay aligned.
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${look.widthPx} ${look.heightPx}`}
          preserveAspectRatio="xMidYMid slice"
          className={cx('absolute inset-0 size-full', mirrored && '-scale-x-100')}
        >
          <polygon
            points={look.corners.map(({ x, y }) => `${x},${y}`).join(' ')}
            strokeWidth={compact ? 3 : 5}
            vectorEffect="non-scaling-stroke"
            strokeDasharray={look.readable ? undefined : '10 10'}
            strokeLinejoin="round"
            className="fill-none stroke-sun"
          />
        </svg>
      )}
      {!compact && <Aim text={t(unreadable ? 'camera.hold' : 'camera.aim')} />}
    </>
  )
}

const CORNERS =
  'M14 30V18a4 4 0 0 1 4-4h12M70 14h12a4 4 0 0 1 4 4v12M86 70v12a4 4 0 0 1-4 4H70M30 86H18a4 4 0 0 1-4-4V70'

function Aim({ text }: { readonly text: string }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className="absolute inset-x-0 top-0 bottom-[var(--aim-room,3rem)] m-auto h-[calc(100%-var(--aim-room,3rem))] max-w-full"
      >
        {/* Two lines, dark under light: visible on a white wall and in a dark hall. */}
        <path
          d={CORNERS}
          className="fill-none stroke-black"
          strokeWidth={7}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={CORNERS}
          className="fill-none stroke-white"
          strokeWidth={4}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="absolute inset-x-0 bottom-0 bg-scrim px-4 py-2.5 text-center text-[length:var(--aim-text,1rem)] leading-tight font-semibold text-white">
        {text}
      </p>
    </>
  )
}

/**
 * The state of the camera without the flicker of its retries. A busy camera is tried every few seconds, and a text that
 * appears and disappears with each try can be neither read nor heard.
 */
function useSteadyCamera(camera: PanelScanner['camera']): PanelScanner['camera'] {
  const [shown, setShown] = useState(camera)
  const triesAgain = shown === 'busy' && camera === 'starting'
  if (shown === camera || triesAgain) return shown
  setShown(camera) // React renders again at once, before anything is painted
  return camera
}

/** True once `on` has been true for a while without a break. */
function useLasting(on: boolean, forMs: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!on) return undefined
    const timer = setTimeout(() => setLasting(true), forMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [on, forMs])
  return on && lasting
}
