import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { Button, IconButton } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import {
  type Crop,
  cropArea,
  firstCrop,
  moveBy,
  PORTRAIT_SHAPE,
  portraitSize,
  ZOOM_MAX,
  zoomTo,
  type Point,
} from './crop.ts'
import type { OpenPicture } from './decode.ts'
import { encodeJpeg, makeCanvas } from './encode.ts'
import { DOCUMENT_SIDE_MAX, fitWithin } from './picture-size.ts'

interface Gestures {
  /** Shares of the frame, to the right and down. */
  readonly onMove: (right: number, down: number) => void
  /** The picture grows by a factor, around a place in the frame. */
  readonly onZoom: (factor: number, at?: Point) => void
}

const KEY_STEP = 0.02
const KEY_LEAP = 0.1
const ZOOM_STEP = 1.1
/** A notch of a wheel is 100 and more, a touchpad's step a few; both end in a zoom of the same feel. */
const WHEEL_RATE = 0.0015

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Drag, pinch, wheel and keys on one element, reported as movements and zooms. */
function useGestures(area: RefObject<HTMLElement | null>, { onMove, onZoom }: Gestures) {
  const fingers = useRef(new Map<number, Point>())

  // React listens to wheels passively and could not keep the page from scrolling.
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      zoom.current(Math.exp(-event.deltaY * WHEEL_RATE), placeIn(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [area])

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, placeIn(event.currentTarget, event))
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = fingers.current.get(event.pointerId)
      if (before === undefined) return
      const now = placeIn(event.currentTarget, event)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      fingers.current.set(event.pointerId, now)
      if (other === undefined) return onMove(now.x - before.x, now.y - before.y)
      const [was, is] = [distance(before, other), distance(now, other)]
      // Two fingers: half of what one of them moves, the middle between them moves.
      onMove((now.x - before.x) / 2, (now.y - before.y) / 2)
      if (was > 0) onZoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) =>
      void fingers.current.delete(event.pointerId),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const arrow = ARROWS[event.key]
      const step = event.shiftKey ? KEY_LEAP : KEY_STEP
      if (arrow !== undefined) onMove(arrow[0] * step, arrow[1] * step)
      else if (event.key === '+' || event.key === '=') onZoom(ZOOM_STEP)
      else if (event.key === '-' || event.key === '_') onZoom(1 / ZOOM_STEP)
      else return
      event.preventDefault()
    },
  }
}

function placeIn(
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The picture turned clockwise by a quarter, no larger than a portrait can use. */
function turned(picture: OpenPicture): OpenPicture {
  const { width, height } = fitWithin(picture, DOCUMENT_SIDE_MAX)
  const { canvas, pen } = makeCanvas({ width: height, height: width })
  pen.translate(height, 0)
  pen.rotate(Math.PI / 2)
  pen.drawImage(picture.source, 0, 0, width, height)
  return { source: canvas, width: height, height: width, close: () => undefined }
}

export interface CropDialogProps {
  readonly picture: OpenPicture
  /** Name of the file to make. */
  readonly name: string
  readonly onUse: (portrait: File) => void
  readonly onCancel: () => void
  readonly onFailed: () => void
}

/**
 * The user chooses the part of the photo for the card, with a mouse, two fingers or the keyboard.
 */
export function CropDialog({ picture: first, name, onUse, onCancel, onFailed }: CropDialogProps) {
  const { t } = useTranslation('photo')
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
        <p className="text-center text-sm text-muted pointer-coarse:hidden">{t('crop.help')}</p>
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
  const { t } = useTranslation('photo')
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
      className="relative aspect-4/5 w-[min(16rem,30dvh)] cursor-grab touch-none overflow-hidden rounded-md border border-line-strong bg-sunken select-none active:cursor-grabbing"
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
