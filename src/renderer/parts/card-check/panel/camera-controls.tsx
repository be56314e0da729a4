import { Camera, Flashlight, FlashlightOff, Power } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Select, SELECT_IN_LINE } from '../../../ui/field/select.tsx'
import type { PanelScanner } from './panel-scanner.ts'

interface CameraControlsProps {
  readonly scanner: PanelScanner
  /** A result covers the message of why the camera is off; the button to turn it on is then offered here. */
  readonly covered: boolean
}

/** The choice of the camera, its light, and the button that turns it on and off. */
export function CameraControls({ scanner, covered }: CameraControlsProps) {
  const { t } = useTranslation('scanner')
  const { camera, cameras, cameraId, torch } = scanner
  const live = camera === 'live'
  return (
    <>
      {cameras.length > 1 && (
        <label className="inline-flex min-w-0 items-center gap-2">
          <Camera aria-hidden="true" size={20} className="shrink-0 text-muted" />
          <span className="sr-only">{t('camera.choose')}</span>
          <Select
            value={cameraId}
            options={cameras.map(({ id, label }, index) => ({
              value: id,
              label: label === '' ? t('camera.unnamed', { number: index + 1 }) : label,
            }))}
            onChange={(event) => scanner.choose(event.target.value)}
            className={cx(SELECT_IN_LINE, 'w-40 sm:w-52')}
          />
        </label>
      )}
      {live && torch !== undefined && (
        <Button
          variant="quiet"
          aria-pressed={torch}
          onClick={() => scanner.turnTorch(!torch)}
          icon={
            torch ? (
              <Flashlight aria-hidden="true" size={20} />
            ) : (
              <FlashlightOff aria-hidden="true" size={20} />
            )
          }
        >
          {t('camera.torch')}
        </Button>
      )}
      {covered && camera !== 'live' && camera !== 'insecure' && (
        <Button
          variant="quiet"
          busy={camera === 'starting'}
          onClick={scanner.start}
          icon={<Camera aria-hidden="true" size={20} />}
        >
          {t('camera.start')}
        </Button>
      )}
      {live && (
        <Button
          variant="quiet"
          onClick={scanner.stop}
          icon={<Power aria-hidden="true" size={20} />}
        >
          {t('camera.stop')}
        </Button>
      )}
    </>
  )
}
