import { ChartFrame, type ChartProps, type DrawnChart } from './chart-frame.tsx'
import { TimeAxes } from './time-axes.tsx'

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
