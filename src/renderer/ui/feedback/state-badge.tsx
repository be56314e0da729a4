import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const TONES = {
  success: 'border-success bg-success-soft text-success',
  warning: 'border-warning bg-warning-soft text-warning',
  danger: 'border-danger bg-danger-soft text-danger',
  info: 'border-info bg-info-soft text-info',
  plain: 'border-line-strong bg-sunken text-ink',
} as const

export type StateTone = keyof typeof TONES

/** The state of a record in one word. */
export function StateBadge({
  tone,
  children,
}: {
  readonly tone: StateTone
  readonly children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
