import { useCallback, useLayoutEffect, useRef } from 'react'

interface PaintCanvasProps {
  readonly className?: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Canvas pixels in one CSS pixel. */
  readonly density: number
  /** Paints in CSS pixels; give a stable function. */
  readonly paint: (pen: CanvasRenderingContext2D) => void
}

/** A canvas at a fixed place of the card. Painted before the browser shows it, so a capture never finds it empty. */
export function PaintCanvas({
  className,
  left,
  top,
  width,
  height,
  density,
  paint,
}: PaintCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const draw = useCallback(() => {
    const pen = canvas.current?.getContext('2d')
    if (pen === null || pen === undefined) return
    pen.setTransform(density, 0, 0, density, 0, 0)
    pen.clearRect(0, 0, width, height)
    paint(pen)
  }, [density, height, paint, width])
  useLayoutEffect(draw, [draw])
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className={className}
      width={width * density}
      height={height * density}
      style={{ position: 'absolute', left, top, width, height }}
    />
  )
}
