import { useId } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { cx } from '../cx.ts'

type ProgressTone = 'brand' | 'sun' | 'danger'
export interface ProgressBarProps {
  /** From 0 to 1; more is drawn as full. */
  readonly value: number
  readonly label: string
  readonly tone?: ProgressTone
  /** What stands at the end of the label's line; the share in percent by default. */
  readonly text?: string
}

const FILL = { brand: 'bg-brand', sun: 'bg-sun', danger: 'bg-danger' } as const satisfies Record<
  ProgressTone,
  string
>

export function ProgressBar({ value, label, tone = 'brand', text }: ProgressBarProps) {
  const id = useId()
  const format = useFormat()
  const share = Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), 1)
  const said = text ?? format.number(share, { style: 'percent' })
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className="text-muted tabular-nums">{said}</span>
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={said}
        max={1}
        value={share}
        className="sr-only"
      />
      <div
        aria-hidden="true"
        className="h-3 overflow-hidden rounded-sm bg-line forced-colors:border"
      >
        {/* Scaled, not resized: the bar moves without a layout. */}
        <div
          className={cx(
            'size-full origin-left transition-transform duration-300 rtl:origin-right',
            'forced-colors:bg-[CanvasText]',
            FILL[tone],
          )}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}
