import { useTranslation } from 'react-i18next'
import type { CardInput, Check } from '../check/check-state.ts'
import { Stage } from '../stage.tsx'
import { CameraControls } from './camera-controls.tsx'
import { CardNumberForm } from './card-number-form.tsx'
import { PictureInput } from './picture-input.tsx'
import type { ScannerFeed } from './scanner-feed.ts'
import { usePictureReader } from './use-picture-reader.ts'
import type { ReactNode } from 'react'

interface ScanPanelProps {
  readonly feed: ScannerFeed
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
  feed,
  check,
  door,
  onCheck,
  onRetry,
  onNext,
  controls,
}: ScanPanelProps) {
  const { t } = useTranslation('scanner')
  const reader = usePictureReader(feed.readPicture)
  return (
    <div
      {...reader.drop}
      className="relative sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-3 sm:shadow-card"
    >
      <Stage feed={feed} check={check} door={door} onRetry={onRetry} onNext={onNext} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-2 sm:pt-3">
        <CameraControls feed={feed} covered={check.kind !== 'idle'} />
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
