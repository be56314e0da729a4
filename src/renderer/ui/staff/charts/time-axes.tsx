import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../i18n/use-format.ts'
import { textDirection } from '#shared/domain/text/languages.ts'
import type { DrawnChart } from './chart-frame.tsx'
import { labelStride, showsLabel, valueTicks } from './chart-scale.ts'

/** The width of an element in CSS pixels; charts are drawn for it, so that their letters keep their size. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = (): void => setWidth(Math.round(current.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

const HEIGHT_PX = 200
const TOP_PX = 8
const BOTTOM_PX = 26
const DIGIT_PX = 8
const LABEL_PX = 54

export interface Plot {
  /** Middle of a row's band; time runs with the reading direction. */
  readonly x: (index: number) => number
  readonly y: (value: number) => number
  readonly bandPx: number
  readonly basePx: number
}

/**
 * The axes that columns and lines share: values at the side where reading begins, time along it. What is drawn on them is
 * `transition-none`: places are style to a browser, and marks would lag behind their line when the width changes.
 */
export function TimeAxes({
  rows,
  format,
  children,
}: DrawnChart & { readonly children: (plot: Plot) => ReactNode }) {
  const [element, width] = useWidth()
  const rtl = textDirection(useLanguage()) === 'rtl'
  const ticks = valueTicks(Math.max(0, ...rows.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const side = Math.max(...ticks.map((tick) => format(tick).length)) * DIGIT_PX + 10
  // The last label is wider than its band: half of that stays free behind it.
  const tail = rows.length === 0 ? 0 : Math.max(0, (LABEL_PX - (width - side) / rows.length) / 2)
  const inner = Math.max(0, width - side - tail)
  const band = rows.length === 0 ? 0 : inner / rows.length
  const fromStart = (px: number): number => (rtl ? width - px : px)
  const base = HEIGHT_PX - BOTTOM_PX
  const plot: Plot = {
    x: (index) => fromStart(side + (index + 0.5) * band),
    y: (value) => base - (value / top) * (base - TOP_PX),
    bandPx: band,
    basePx: base,
  }
  const stride = labelStride(rows.length, inner, LABEL_PX)
  return (
    <div ref={element} className="w-full">
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT_PX}
          aria-hidden="true"
          direction="ltr"
          className="text-xs"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={fromStart(side)}
                x2={fromStart(width)}
                y1={plot.y(tick)}
                y2={plot.y(tick)}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              />
              <text
                x={fromStart(side - 8)}
                y={plot.y(tick)}
                dy="0.32em"
                textAnchor={rtl ? 'start' : 'end'}
                className="fill-muted tabular-nums"
              >
                {format(tick)}
              </text>
            </g>
          ))}
          {children(plot)}
          {rows.map(
            ({ label, short }, index) =>
              showsLabel(index, rows.length, stride) && (
                <text
                  key={label}
                  x={plot.x(index)}
                  y={HEIGHT_PX - 6}
                  textAnchor="middle"
                  className="fill-muted"
                >
                  {short ?? label}
                </text>
              ),
          )}
        </svg>
      )}
    </div>
  )
}
