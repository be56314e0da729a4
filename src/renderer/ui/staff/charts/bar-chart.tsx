import { ChartFrame, type ChartProps, type DrawnChart } from './chart-frame.tsx'

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
