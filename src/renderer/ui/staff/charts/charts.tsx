import { ChartFrame, type ChartProps, type DrawnChart } from './chart-frame.tsx'
import { TimeAxes } from './time-axes.tsx'

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
        return rows.map(({ label, value }, index) => (
          <rect
            key={label}
            x={x(index) - width / 2}
            y={y(value)}
            width={width}
            height={basePx - y(value)}
            rx="2"
            className="fill-brand transition-none"
          >
            <title>{`${label}: ${format(value)}`}</title>
          </rect>
        ))
      }}
    </TimeAxes>
  )
}

/** The course of a count over time. */
export const LineChart = (props: ChartProps) => <ChartFrame {...props} Picture={Line} />

function Line({ rows, format }: DrawnChart) {
  return (
    <TimeAxes rows={rows} format={format}>
      {({ x, y }) => (
        <>
          <polyline
            points={rows.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')}
            strokeWidth="2.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            className="fill-none stroke-brand"
          />
          {rows.map(({ label, value }, index) => (
            <circle
              key={label}
              cx={x(index)}
              cy={y(value)}
              r="4"
              strokeWidth="2"
              className="fill-surface stroke-brand transition-none"
            >
              <title>{`${label}: ${format(value)}`}</title>
            </circle>
          ))}
        </>
      )}
    </TimeAxes>
  )
}
