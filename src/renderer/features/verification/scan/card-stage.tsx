import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { Check } from '../check/check-state.ts'
import { UncheckedCard } from '../verdict/unchecked-card.tsx'
import { VerdictCard } from '../verdict/verdict-card.tsx'
import { CameraPauseCard } from './camera-trouble.tsx'
import { CameraView } from './camera-view.tsx'
import type { PanelScanner } from './panel-scanner.ts'
import { useSteadyCamera } from './use-steady.ts'

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
  /** In place of the button for the check-in of a card that has none yet. */
  readonly entry?: ReactNode
  /** The verdict of this device alone is not shown. */
  readonly serverAlone?: boolean
  /** Height of the camera: between cards, and of the strip above a verdict on a phone. */
  readonly heights: { readonly idle: string; readonly strip: string }
  readonly onRetry: () => void
  readonly onNext: () => void
}

/**
 * Between cards the camera; with a card the verdict, and the camera continues in a small picture (a strip above it on
 * a phone, the corner of the band elsewhere), ready for the next card. The parent is a positioned column.
 */
export function CardStage(props: CardStageProps) {
  const { scanner, check, heights } = props
  const answering = check.kind !== 'idle'
  const live = scanner.camera === 'live'
  return (
    <>
      <div className={cx(cameraBox(answering, live, heights), 'overflow-hidden rounded-md')}>
        <CameraPicture scanner={scanner} compact={answering} />
      </div>
      {check.kind === 'checking' && <Checking />}
      <Answer {...props} withPreview={answering && live} />
    </>
  )
}

function cameraBox(answering: boolean, live: boolean, heights: CardStageProps['heights']): string {
  if (answering && live)
    return cx(
      'relative shrink-0 bg-night sm:absolute sm:end-3.5 sm:top-3.5 sm:z-10 sm:h-26 sm:w-44 sm:border-2 sm:border-on-night',
      heights.strip,
    )
  if (answering) return 'hidden'
  return cx(
    'relative flex',
    heights.idle,
    live ? 'bg-night' : 'border border-dashed border-line-strong',
  )
}

function Answer({
  check,
  door,
  entry,
  serverAlone = false,
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
        door={door}
        entry={check.reply.firstCheckIn === null ? entry : undefined}
      />
    )
  if (serverAlone || check.offline === undefined)
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
