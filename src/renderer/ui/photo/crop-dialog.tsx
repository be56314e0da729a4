import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHOTO_MAX_BYTES } from '#shared/domain/registration-rules.ts'
import { Button, IconButton } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import {
  type Crop,
  cropArea,
  firstCrop,
  moveBy,
  PORTRAIT_SHAPE,
  portraitSize,
  ZOOM_MAX,
  zoomTo,
} from './crop.ts'
import type { OpenPicture } from './decode.ts'
import { encodeJpeg, makeCanvas } from './encode.ts'
import { turned } from './turn.ts'
import { useGestures } from './use-gestures.ts'

export interface CropDialogProps {
  readonly picture: OpenPicture
  /** Name of the file to make. */
  readonly name: string
  readonly onUse: (portrait: File) => void
  readonly onCancel: () => void
  readonly onFailed: () => void
}

/** The person decides what the card shows of them, with a mouse, two fingers or the keyboard. */
export function CropDialog({ picture: first, name, onUse, onCancel, onFailed }: CropDialogProps) {
  const { t } = useTranslation('ui')
  const [picture, setPicture] = useState(first)
  const [crop, setCrop] = useState(() => firstCrop(first))
  const [busy, setBusy] = useState(false)
  const zoomBy = (factor: number): void => setCrop((now) => zoomTo(picture, now, now.zoom * factor))

  const turn = (): void => {
    const next = turned(picture)
    setPicture(next)
    setCrop(firstCrop(next))
  }
  const use = async (): Promise<void> => {
    setBusy(true)
    try {
      const part = cropArea(picture, crop)
      const size = portraitSize(part)
      const { canvas, pen } = makeCanvas(size)
      pen.drawImage(
        picture.source,
        part.x,
        part.y,
        part.width,
        part.height,
        0,
        0,
        size.width,
        size.height,
      )
      const file = await encodeJpeg(canvas, name, PHOTO_MAX_BYTES)
      if (file === undefined) onFailed()
      else onUse(file)
    } catch {
      onFailed()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t('crop.title')}
      description={t('crop.lead')}
    >
      <div className="grid justify-items-center gap-4">
        <CropArea picture={picture} crop={crop} onCrop={setCrop} />
        <p className="text-center text-sm text-muted">{t('crop.help')}</p>
        <div className="flex w-full max-w-sm items-center gap-1">
          <IconButton
            label={t('crop.zoomOut')}
            icon={<ZoomOut aria-hidden="true" size={20} />}
            onClick={() => zoomBy(1 / 1.2)}
          />
          <input
            type="range"
            aria-label={t('crop.zoom')}
            min={0}
            max={100}
            value={Math.round((Math.log(crop.zoom) / Math.log(ZOOM_MAX)) * 100)}
            onChange={({ target }) =>
              setCrop((now) => zoomTo(picture, now, ZOOM_MAX ** (Number(target.value) / 100)))
            }
            className="h-11 min-w-0 grow accent-brand"
          />
          <IconButton
            label={t('crop.zoomIn')}
            icon={<ZoomIn aria-hidden="true" size={20} />}
            onClick={() => zoomBy(1.2)}
          />
          <IconButton
            label={t('crop.turn')}
            icon={<RotateCw aria-hidden="true" size={20} />}
            onClick={turn}
          />
          <IconButton
            label={t('crop.reset')}
            icon={<RotateCcw aria-hidden="true" size={20} />}
            onClick={() => {
              setPicture(first)
              setCrop(firstCrop(first))
            }}
          />
        </div>
        <div className="flex w-full flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
          <Button variant="secondary" onClick={onCancel}>
            {t('crop.cancel')}
          </Button>
          <Button busy={busy} onClick={() => void use()}>
            {t('crop.use')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface CropAreaProps {
  readonly picture: OpenPicture
  readonly crop: Crop
  readonly onCrop: (change: (now: Crop) => Crop) => void
}

/** Drawn in twice the size it is shown, so that it is sharp on every screen. */
const DRAWN = { width: 512, height: 512 / PORTRAIT_SHAPE } as const

function CropArea({ picture, crop, onCrop }: CropAreaProps) {
  const { t } = useTranslation('ui')
  const canvas = useRef<HTMLCanvasElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const gestures = useGestures(area, {
    onMove: (right, down) => onCrop((now) => moveBy(picture, now, right, down)),
    onZoom: (factor, at) => onCrop((now) => zoomTo(picture, now, now.zoom * factor, at)),
  })
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (pen === null || pen === undefined) return
    const { x, y, width, height } = cropArea(picture, crop)
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, DRAWN.width, DRAWN.height)
    pen.drawImage(picture.source, x, y, width, height, 0, 0, DRAWN.width, DRAWN.height)
  }, [picture, crop])
  return (
    // Keys move the picture itself: for a screen reader that is an application, not text to walk through.
    <div
      {...gestures}
      ref={area}
      role="application"
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- keys and gestures move the picture
      aria-label={t('crop.area')}
      className="relative aspect-4/5 w-64 max-w-full cursor-grab touch-none overflow-hidden rounded-md border border-line-strong bg-sunken select-none active:cursor-grabbing"
    >
      <canvas ref={canvas} width={DRAWN.width} height={DRAWN.height} className="size-full" />
      <FaceOutline />
    </div>
  )
}

/** Where the face goes; light and dark together are seen on any photo. */
function FaceOutline() {
  return (
    <svg
      viewBox="0 0 80 100"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <ellipse
        cx="40"
        cy="46"
        rx="22"
        ry="29"
        fill="none"
        stroke="#101713"
        strokeWidth="1.6"
        opacity="0.55"
      />
      <ellipse
        cx="40"
        cy="46"
        rx="22"
        ry="29"
        fill="none"
        stroke="#ffffff"
        strokeWidth="0.9"
        strokeDasharray="3 2"
      />
    </svg>
  )
}
