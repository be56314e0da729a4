import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { moveBy, type View, zoomBy } from './view-state.ts'

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.15, 0],
  ArrowRight: [-0.15, 0],
  ArrowUp: [0, 0.15],
  ArrowDown: [0, -0.15],
}

interface StageProps {
  readonly address: string
  /** The alternative text. */
  readonly label: string
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
  readonly onBroken: () => void
}

/**
 * A document that can be enlarged but not saved: no menu of the browser, no dragging, no print. A photo of the screen
 * is always possible; the server draws the name of the viewer into the picture.
 */
export function Stage({ address, label, view, onView, onBroken }: StageProps) {
  const { t } = useTranslation('registrationRequests')
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
        aria-label={t('viewer.stage', { what: label })}
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
          'relative grid aspect-[4/3] max-h-[70vh] w-full place-items-center sm:aspect-[3/2] overflow-hidden rounded-md border border-line bg-sunken select-none [container-type:size] print:hidden',
          close ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y',
        )}
      >
        <img
          src={address}
          alt={label}
          draggable={false}
          onError={onBroken}
          className={cx(
            'pointer-events-none max-w-none object-contain',
            turned ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]',
          )}
          style={{
            transform: `translate(${view.x * 100}cqw, ${view.y * 100}cqh) scale(${view.zoom}) rotate(${view.quarterTurns * 90}deg)`,
          }}
        />
      </section>
      <p className="hidden print:block">{t('viewer.noPrint')}</p>
    </>
  )
}
