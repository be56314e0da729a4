import { useTranslation } from 'react-i18next'
import type { EventItem } from '../../platform/calls/content-queries.ts'
import { StateBadge, type StateTone } from '../../ui/feedback/state-badge.tsx'

const TONES = {
  upcoming: 'success',
  past: 'plain',
  draft: 'warning',
  cancelled: 'danger',
} as const satisfies Record<
  EventItem['status'] & ('upcoming' | 'past' | 'draft' | 'cancelled'),
  StateTone
>

/** A published event is labelled by its time: upcoming or past. */
export function EventState({ status }: Pick<EventItem, 'status'>) {
  const { t } = useTranslation('staffEvents')
  const shown = status === 'published' ? 'upcoming' : status
  return <StateBadge tone={TONES[shown]}>{t(`status.${shown}`)}</StateBadge>
}
