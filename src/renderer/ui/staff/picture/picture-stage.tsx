import { Contrast, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconButton } from '../../button/button.tsx'
import { cx } from '../../cx.ts'
import { useShortcuts } from '../shortcuts.tsx'
import {
  moveBy,
  nextContrast,
  toggleZoom,
  turn,
  type View,
  ZOOM_MAX,
  zoomBy,
} from './view-state.ts'

type OnView = (change: (view: View) => View) => void

/** Zoom, rotation and contrast, each also by a key. */
export function PictureTools({ view, onView }: { readonly view: View; readonly onView: OnView }) {
  const { t } = useTranslation('staffUi')
  const format = useFormat()
  useShortcuts([
    { keys: 'z', label: t('picture.toggle'), run: () => onView(toggleZoom) },
    { keys: '+', label: t('picture.zoomIn'), run: () => onView((now) => zoomBy(now, 1)) },
    { keys: '-', label: t('picture.zoomOut'), run: () => onView((now) => zoomBy(now, -1)) },
    { keys: 't', label: t('picture.turn'), run: () => onView(turn) },
    { keys: 'i', label: t('picture.contrast'), run: () => onView(nextContrast) },
  ])
  return (
    <div className="flex items-center">
      <IconButton
        label={t('picture.zoomOut')}
        icon={<ZoomOut aria-hidden="true" size={22} />}
        disabled={view.zoom <= 1}
        onClick={() => onView((now) => zoomBy(now, -1))}
      />
      <output className="min-w-14 text-center text-sm tabular-nums @max-[26rem]:sr-only">
        {format.number(view.zoom, { style: 'percent', maximumFractionDigits: 0 })}
      </output>
      <IconButton
        label={t('picture.zoomIn')}
        icon={<ZoomIn aria-hidden="true" size={22} />}
        disabled={view.zoom >= ZOOM_MAX}
        onClick={() => onView((now) => zoomBy(now, 1))}
      />
      <IconButton
        label={t('picture.turn')}
        icon={<RotateCw aria-hidden="true" size={22} />}
        onClick={() => onView(turn)}
      />
      <IconButton
        label={t('picture.contrastIs', { state: t(`picture.${view.contrast}`) })}
        icon={<Contrast aria-hidden="true" size={22} />}
        onClick={() => onView(nextContrast)}
      />
    </div>
  )
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.15, 0],
  ArrowRight: [-0.15, 0],
  ArrowUp: [0, 0.15],
  ArrowDown: [0, -0.15],
}

const CONTRAST = {
  normal: 'none',
  strong: 'contrast(2) grayscale(1)',
  inverted: 'contrast(1.5) invert(1)',
} as const satisfies Record<View['contrast'], string>

interface PictureStageProps {
  readonly address: string
  /** The alternative text. */
  readonly label: string
  readonly view: View
  readonly onView: OnView
  /** A page of a document, which is higher than wide. */
  readonly isPage?: boolean
  readonly onBroken: () => void
  /** The picture is in sight. */
  readonly onDrawn?: (() => void) | undefined
}

/**
 * A picture that can be enlarged but not saved: no menu of the browser, no dragging, no print. A photo of the screen
 * is always possible; the server draws the name of the viewer into the picture.
 */
export function PictureStage({
  address,
  label,
  view,
  onView,
  isPage = false,
  onBroken,
  onDrawn,
}: PictureStageProps) {
  const { t } = useTranslation('staffUi')
  const stage = useRef<HTMLElement>(null)
  const [drag, setDrag] = useState<{ readonly x: number; readonly y: number }>()
  const close = view.zoom > 1
  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    // React adds passive listeners for wheels; this one keeps the page still while the picture grows.
    const onWheel = (event: WheelEvent): void => {
      if (!close && event.deltaY > 0) return // already the smallest size: the page scrolls
      event.preventDefault()
      onView((now) => zoomBy(now, event.deltaY > 0 ? -0.5 : 0.5))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [close, onView])
  const onMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void => {
    if (drag === undefined) return
    const { width, height } = currentTarget.getBoundingClientRect()
    onView((now) => moveBy(now, (clientX - drag.x) / width, (clientY - drag.y) / height))
    setDrag({ x: clientX, y: clientY })
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key]
    if (step === undefined || !close) return
    event.preventDefault()
    onView((now) => moveBy(now, ...step))
  }
  const turned = view.quarterTurns % 2 === 1
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an enlarged picture is moved by arrows as well as by dragging; the buttons beside it do the rest */}
      <section
        ref={stage}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows need the focus here
        tabIndex={0}
        aria-label={t('picture.stage', { what: label })}
        onKeyDown={onKey}
        onContextMenu={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          if (!close || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ x: event.clientX, y: event.clientY })
        }}
        onPointerMove={onMove}
        onPointerUp={() => setDrag(undefined)}
        onPointerCancel={() => setDrag(undefined)}
        className={cx(
          'relative grid max-h-[70vh] w-full place-items-center overflow-hidden rounded-md border border-line bg-sunken select-none [container-type:size] print:hidden',
          isPage ? 'aspect-[1/1.42]' : 'aspect-[4/3] sm:aspect-[3/2]',
          close ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y',
        )}
      >
        <img
          src={address}
          alt={label}
          draggable={false}
          onError={onBroken}
          onLoad={onDrawn}
          className={cx(
            'pointer-events-none max-w-none object-contain',
            turned ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]',
          )}
          style={{
            filter: CONTRAST[view.contrast], // as a class it would be in the first load of every visitor
            transform: `translate(${view.x * 100}cqw, ${view.y * 100}cqh) scale(${view.zoom}) rotate(${view.quarterTurns * 90}deg)`,
          }}
        />
      </section>
    </>
  )
}
