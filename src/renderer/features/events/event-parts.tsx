import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import type { EventItem } from '../../platform/calls/content-queries.ts'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { placesLeft } from './arrange.ts'

/** What must be seen before the title: called off, a draft, and the reader's own place. */
export function EventMarks({ event: { status, registration } }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const open = status === 'upcoming'
  return (
    <>
      {status === 'cancelled' && <StateBadge tone="danger">{t('mark.cancelled')}</StateBadge>}
      {status === 'draft' && <StateBadge tone="warning">{t('mark.draft')}</StateBadge>}
      {open && registration === 'registered' && (
        <StateBadge tone="success">{t('mark.registered')}</StateBadge>
      )}
      {open && registration === 'waiting' && (
        <StateBadge tone="info">{t('mark.waiting')}</StateBadge>
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
