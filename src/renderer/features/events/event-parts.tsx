import { useTranslation } from 'react-i18next'
import type { EventItem } from '../../platform/calls/content-queries.ts'
import { cx } from '../../ui/cx.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { placesLeft } from './arrange.ts'

const MARK = 'inline-flex items-center rounded-sm border px-2 py-0.5 text-xs font-semibold'

/** What must be seen before the title: called off, a draft, and the reader's own place. */
export function EventMarks({ event: { status, registration } }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const open = status === 'upcoming'
  return (
    <>
      {status === 'cancelled' && (
        <span className={cx(MARK, 'border-danger bg-danger-soft text-danger')}>
          {t('mark.cancelled')}
        </span>
      )}
      {status === 'draft' && (
        <span className={cx(MARK, 'border-warning bg-warning-soft text-warning')}>
          {t('mark.draft')}
        </span>
      )}
      {open && registration === 'registered' && (
        <span className={cx(MARK, 'border-success bg-success-soft text-success')}>
          {t('mark.registered')}
        </span>
      )}
      {open && registration === 'waiting' && (
        <span className={cx(MARK, 'border-info bg-info-soft text-info')}>{t('mark.waiting')}</span>
      )}
    </>
  )
}

/** From this share of taken places on, the bar warns. */
const NEARLY_FULL = 0.9

export function Places({
  event,
}: {
  readonly event: Pick<EventItem, 'capacity' | 'registeredCount'>
}) {
  const { t } = useTranslation('events')
  const format = useFormat()
  const { capacity, registeredCount } = event
  const left = placesLeft(event)
  if (capacity === null || left === undefined)
    return <p className="text-sm font-semibold">{t('places.unlimited')}</p>
  const share = registeredCount / capacity
  return (
    <ProgressBar
      value={share}
      tone={left === 0 ? 'danger' : share >= NEARLY_FULL ? 'sun' : 'brand'}
      label={left === 0 ? t('places.full') : t('places.left', { count: left })}
      text={t('places.taken', {
        taken: format.number(registeredCount),
        capacity: format.number(capacity),
      })}
    />
  )
}
