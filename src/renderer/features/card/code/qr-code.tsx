import { useLayoutEffect, useMemo, useRef } from 'react'
import {
  modulesPath,
  modulesWithQuietZone,
  paintModules,
  type QrModules,
} from '../../../ui/qr/qr-modules.ts'

interface QrCanvasProps {
  readonly modules: QrModules
  /** Canvas pixels a module: always whole. */
  readonly modulePx: number
  readonly quiet: number
  readonly left: number
  readonly top: number
  /** Side in CSS pixels. */
  readonly sidePx: number
  readonly className?: string
  readonly label?: string
}

export function QrCanvas({
  modules,
  modulePx,
  quiet,
  left,
  top,
  sidePx,
  className,
  label,
}: QrCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const side = modulesWithQuietZone(modules, quiet) * modulePx
  useLayoutEffect(() => {
    if (side === 0) return
    const { pixels } = paintModules(modules, modulePx, quiet)
    canvas.current?.getContext('2d')?.putImageData(new ImageData(pixels, side), 0, 0)
  }, [modules, modulePx, quiet, side])
  return (
    <canvas
      ref={canvas}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      width={side}
      height={side}
      style={{ position: 'absolute', left, top, width: sidePx, height: sidePx }}
    />
  )
}

interface QrSvgProps {
  readonly modules: QrModules
  readonly quiet: number
  readonly left: number
  readonly top: number
  readonly sidePx: number
}

/** For paper: a printer has more dots than any canvas that a phone can hold. */
export function QrSvg({ modules, quiet, left, top, sidePx }: QrSvgProps) {
  const path = useMemo(() => modulesPath(modules), [modules])
  const side = modulesWithQuietZone(modules, quiet)
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ position: 'absolute', left, top, width: sidePx, height: sidePx }}
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}
