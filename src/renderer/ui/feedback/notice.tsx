import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

export interface NoticeProps {
  readonly tone: NoticeTone
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly className?: string
}

const TONE = {
  info: { box: 'border-info bg-info-soft', mark: 'text-info', Icon: Info },
  success: { box: 'border-success bg-success-soft', mark: 'text-success', Icon: CircleCheck },
  warning: { box: 'border-warning bg-warning-soft', mark: 'text-warning', Icon: TriangleAlert },
  danger: { box: 'border-danger bg-danger-soft', mark: 'text-danger', Icon: CircleX },
} as const satisfies Record<NoticeTone, unknown>

/**
 * A message in the flow of the page. A danger is announced at once, the others when the screen
 * reader pauses.
 */
export function Notice({ tone, title, children, action, className }: NoticeProps) {
  const { box, mark, Icon } = TONE[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-x-3 rounded-md border border-s-4 p-3 pe-4',
        box,
        className,
      )}
    >
      <Icon aria-hidden="true" size={22} className={cx('mt-px shrink-0', mark)} />
      {/* The action stands beside the words, or below them: never below the icon. */}
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-48">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
