import { ChartFrame, type ChartProps, type DrawnChart } from './chart-frame.tsx'
import { TimeAxes } from './time-axes.tsx'

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
