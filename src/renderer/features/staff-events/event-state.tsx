import { useTranslation } from 'react-i18next'
import type { EventItem } from '../../platform/calls/content-queries.ts'
import { cx } from '../../ui/cx.ts'

const LOOK = {
  upcoming: 'border-success bg-success-soft text-success',
  past: 'border-line-strong bg-sunken text-ink',
  draft: 'border-warning bg-warning-soft text-warning',
  cancelled: 'border-danger bg-danger-soft text-danger',
} as const satisfies Record<
  EventItem['status'] & ('upcoming' | 'past' | 'draft' | 'cancelled'),
  string
>

/** A published event is labelled by its time: upcoming or past. */
export function EventState({ status }: Pick<EventItem, 'status'>) {
  const { t } = useTranslation('staffEvents')
  const shown = status === 'published' ? 'upcoming' : status
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        LOOK[shown],
      )}
    >
      {t(`status.${shown}`)}
    </span>
  )
}
