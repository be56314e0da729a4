import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { zoomBy } from './zoom.ts'

/** A notch of a wheel is 100 and more, a touchpad's step a few; both end in a zoom of the same feel. */
const WHEEL_RATE = 0.0015

interface Place {
  readonly x: number
  readonly y: number
}
const placeIn = (
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Place => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
const between = (first: Touch, second: Touch) => ({
  apart: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
  clientX: (first.clientX + second.clientX) / 2,
  clientY: (first.clientY + second.clientY) / 2,
})

const middleOf = ({ current }: RefObject<HTMLElement | null>): Place => ({
  x: (current?.clientWidth ?? 0) / 2,
  y: (current?.clientHeight ?? 0) / 2,
})

/** Zoom of a picture in a box that scrolls: what lies under the wheel or between the fingers stays there. */
export function useZoom(box: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const present = useRef(1)
  const held = useRef<Place>(undefined)
  const to = useCallback(
    (next: number, at?: Place): void => {
      held.current = at ?? middleOf(box)
      setZoom(next)
    },
    [box],
  )
  useLayoutEffect(() => {
    const [element, at, ratio] = [box.current, held.current, zoom / present.current]
    present.current = zoom
    if (element === null || at === undefined) return
    element.scrollLeft = (element.scrollLeft + at.x) * ratio - at.x
    element.scrollTop = (element.scrollTop + at.y) * ratio - at.y
  }, [box, zoom])

  // React listens to wheels and touches passively, and could not keep the browser from zooming the page.
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let apart: number | undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      to(zoomBy(present.current, Math.exp(-event.deltaY * WHEEL_RATE)), placeIn(element, event))
    }
    const onTouch = (event: TouchEvent): void => {
      const [first, second] = event.touches
      if (first === undefined || second === undefined) {
        apart = undefined
        return
      }
      event.preventDefault()
      const now = between(first, second)
      if (apart !== undefined && apart > 0)
        to(zoomBy(present.current, now.apart / apart), placeIn(element, now))
      apart = now.apart
    }
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    element.addEventListener('wheel', onWheel, { passive: false })
    for (const name of touches) element.addEventListener(name, onTouch, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const name of touches) element.removeEventListener(name, onTouch)
    }
  }, [box, to])
  return { zoom, to }
}
