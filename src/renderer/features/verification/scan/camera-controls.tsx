import { Camera, Flashlight, FlashlightOff, Power } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import type { ScannerFeed } from './scanner-feed.ts'

interface CameraControlsProps {
  readonly feed: ScannerFeed
  /** A result covers the message of why the camera is off; the button to turn it on is then offered here. */
  readonly covered: boolean
}

/** The choice of the camera, its light, and the button that turns it on and off. */
export function CameraControls({ feed, covered }: CameraControlsProps) {
  const { t } = useTranslation('scanner')
  const { camera, cameras, cameraId, torch } = feed
  const live = camera === 'live'
  return (
    <>
      {cameras.length > 1 && (
        <label className="inline-flex min-w-0 items-center gap-2">
          <Camera aria-hidden="true" size={20} className="shrink-0 text-muted" />
          <span className="sr-only">{t('camera.choose')}</span>
          <select
            value={cameraId}
            onChange={(event) => feed.choose(event.target.value)}
            className="min-h-11 max-w-40 min-w-0 truncate sm:max-w-52 rounded-md border border-line-strong bg-surface px-2 text-ink"
          >
            {cameras.map(({ id, label }, index) => (
              <option key={id} value={id}>
                {label === '' ? t('camera.unnamed', { number: index + 1 }) : label}
              </option>
            ))}
          </select>
        </label>
      )}
      {live && torch !== undefined && (
        <Button
          variant="quiet"
          aria-pressed={torch}
          onClick={() => feed.turnTorch(!torch)}
          icon={
            torch ? (
              <Flashlight aria-hidden="true" size={20} />
            ) : (
              <FlashlightOff aria-hidden="true" size={20} />
            )
          }
        >
          <span className="max-sm:sr-only">{t('camera.torch')}</span>
        </Button>
      )}
      {covered && camera !== 'live' && camera !== 'insecure' && (
        <Button
          variant="quiet"
          busy={camera === 'starting'}
          onClick={feed.start}
          icon={<Camera aria-hidden="true" size={20} />}
        >
          {t('camera.start')}
        </Button>
      )}
      {live && (
        <Button variant="quiet" onClick={feed.stop} icon={<Power aria-hidden="true" size={20} />}>
          <span className="max-sm:sr-only">{t('camera.stop')}</span>
        </Button>
      )}
    </>
  )
}
