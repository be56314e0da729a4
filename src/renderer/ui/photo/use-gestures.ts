import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point } from './crop.ts'

export interface Gestures {
  /** Shares of the frame, to the right and down. */
  readonly onMove: (right: number, down: number) => void
  /** By a factor, around a place in the frame. */
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

/** Drag, pinch, wheel and keys on one element, told as movements and zooms. */
export function useGestures(area: RefObject<HTMLElement | null>, { onMove, onZoom }: Gestures) {
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
