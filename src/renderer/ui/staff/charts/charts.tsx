import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { textDirection } from '#shared/domain/text/languages.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { cx } from '../../cx.ts'
import { ChartFrame, type ChartProps, type DrawnChart } from './chart-frame.tsx'
import { labelStride, showsLabel, valueTicks } from './chart-scale.ts'

/** Parts beside one another, largest first: one lying bar each, as long names have room there. */
export const BarChart = (props: ChartProps) => <ChartFrame {...props} Picture={Bars} />

function Bars({ rows, format }: DrawnChart) {
  const max = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <div className="grid gap-2.5 text-sm">
      {rows.map(({ label, value }) => (
        <div key={label} className="grid gap-1">
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">{label}</span>
            <span className="font-semibold tabular-nums">{format(value)}</span>
          </div>
          {/* Mirrored as a whole: the bar grows from where reading begins. */}
          <svg width="100%" height="10" aria-hidden="true" className="rtl:-scale-x-100">
            <rect width="100%" height="10" rx="3" className="fill-sunken" />
            {value > 0 && (
              <rect width={`${(value / max) * 100}%`} height="10" rx="3" className="fill-brand" />
            )}
          </svg>
        </div>
      ))}
    </div>
  )
}

const WIDEST_PX = 36

/** Counts of one period after the other. */
export const ColumnChart = (props: ChartProps) => <ChartFrame {...props} Picture={Columns} />

function Columns({ rows, format }: DrawnChart) {
  return (
    <TimeAxes rows={rows} format={format}>
      {({ x, y, bandPx, basePx }) => {
        const width = Math.min(WIDEST_PX, bandPx * 0.66)
        return rows.map(({ label, value, isRunning = false }, index) => (
          <rect
            key={label}
            x={x(index) - width / 2}
            y={y(value)}
            width={width}
            height={basePx - y(value)}
            rx="2"
            className={cx(
              'transition-none',
              isRunning ? 'fill-surface stroke-brand' : 'fill-brand',
            )}
          >
            <title>{`${label}: ${format(value)}`}</title>
          </rect>
        ))
      }}
    </TimeAxes>
  )
}

/** The course of a count over time. */
export const LineChart = (props: ChartProps) => <ChartFrame {...props} Picture={ChartLine} />

function ChartLine({ rows, format }: DrawnChart) {
  return (
    <TimeAxes rows={rows} format={format}>
      {({ x, y }) => (
        <>
          {/* To a month that has just begun, a whole line would show a fall that nobody knows of. */}
          {[
            rows.slice(0, rows.at(-1)?.isRunning === true ? -1 : undefined),
            rows.at(-1)?.isRunning === true ? rows.slice(-2) : [],
          ].map((part, place) => (
            <polyline
              key={place}
              points={part.map((row) => `${x(rows.indexOf(row))},${y(row.value)}`).join(' ')}
              strokeWidth="2.5"
              strokeLinejoin="round"
              strokeLinecap="round"
              className={cx('fill-none stroke-brand', place === 1 && '[stroke-dasharray:3_5]')}
            />
          ))}
          {rows.map(({ label, value, isRunning = false }, index) => (
            <circle
              key={label}
              cx={x(index)}
              cy={y(value)}
              r="4"
              strokeWidth="2"
              className={cx(
                'stroke-brand transition-none',
                isRunning ? 'fill-surface' : 'fill-brand',
              )}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </circle>
          ))}
        </>
      )}
    </TimeAxes>
  )
}

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

interface Plot {
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
function TimeAxes({
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
          viewBox={`0 0 ${width} ${HEIGHT_PX}`}
          aria-hidden="true"
          direction="ltr"
          className="text-xs print:h-auto print:w-full" // a sheet has another width than the window
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
