import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import type { CardInput, Check } from '../check/check-state.ts'
import { CameraControls } from './camera-controls.tsx'
import { CardNumberForm } from './card-number-form.tsx'
import { CardStage } from './card-stage.tsx'
import type { PanelScanner } from './panel-scanner.ts'
import { PictureInput } from './picture-input.tsx'
import { usePictureReader } from './use-picture-reader.ts'

interface StageProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  readonly onRetry: () => void
  readonly onNext: () => void
}

/** The main area. */
function Stage({ scanner, check, door, onRetry, onNext }: StageProps) {
  const { t } = useTranslation('verification')
  const stage = useRef<HTMLDivElement>(null)

  const scrolledFromPx = useRef<number>(undefined)
  useEffect(() => {
    if (check.kind === 'idle') {
      // Back to where a result has scrolled the page from: its title, and the way to the door.
      if (scrolledFromPx.current !== undefined) scrollTo({ top: scrolledFromPx.current })
      scrolledFromPx.current = undefined
      return undefined
    }
    // On a small laptop the verdict would end below the edge of the window. To its beginning, whatever was checked and
    // however: one result after another has its word at the same place. With the next frame, whose layout is due anyway:
    // at once it would force one more layout in the middle of React's work.
    const frame = requestAnimationFrame(() => {
      scrolledFromPx.current ??= scrollY
      stage.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [check.kind])

  const showsCamera = scanner.camera === 'live' && check.kind === 'idle'
  useEffect(() => {
    // On a phone the frame to aim at, and what it says, lie below the edge of the window under the event and its gate.
    if (showsCamera) stage.current?.scrollIntoView({ block: 'nearest' })
  }, [showsCamera])

  function next(): void {
    // The pressed button is about to be removed; without this the keyboard focus would return to the top of the page.
    stage.current?.focus({ preventScroll: true })
    onNext()
  }
  useShortcuts([{ keys: 'Escape', label: t('stage.next'), run: next, when: check.kind !== 'idle' }])

  return (
    <section
      ref={stage}
      tabIndex={-1}
      aria-label={t('stage.label')}
      className={cx(
        'relative flex scroll-my-1 flex-col gap-2 sm:[--stage:max(16rem,min(27rem,100dvh-37.5rem))] lg:[--stage:max(16rem,min(27rem,100dvh-25rem))]',
        (scanner.camera === 'live' || check.kind !== 'idle') && 'sm:min-h-(--stage)',
      )}
    >
      <CardStage scanner={scanner} check={check} door={door} onRetry={onRetry} onNext={next} />
    </section>
  )
}

interface ScanPanelProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  readonly onCheck: (input: CardInput) => void
  /** Another card was read, and is checked after the stop on the screen. */
  readonly waits: boolean
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
  waits,
  onRetry,
  onNext,
  controls,
}: ScanPanelProps) {
  const { t } = useTranslation(['scanner', 'verification'])
  const reader = usePictureReader(scanner.readPicture)
  const live = scanner.camera === 'live'
  useShortcuts([
    {
      keys: 'c',
      label: t(live ? 'camera.stop' : 'camera.start'),
      run: live ? scanner.stop : scanner.start,
    },
  ])
  return (
    <div
      {...reader.drop}
      className="relative sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-3 sm:shadow-card"
    >
      <Stage scanner={scanner} check={check} door={door} onRetry={onRetry} onNext={onNext} />
      <output className="block font-semibold">{waits && t('verification:stage.waits')}</output>
      {/* The quiet buttons begin at the edge by their text: on a phone the row holds both then, in French as well. */}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-2 max-sm:-ms-4 max-sm:-me-2 max-sm:gap-x-0 sm:pt-3">
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
