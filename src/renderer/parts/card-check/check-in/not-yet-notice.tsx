import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHECK_IN_HOURS } from '#shared/domain/check-in-hours.ts'
import { HOUR_MS } from '#shared/domain/units.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** Before the event: the server will refuse each check-in, which whoever chose the wrong event learns too late. */
export function NotYetNotice({
  event,
  className,
}: {
  readonly event: Pick<EventItem, 'startsAt'> | undefined
  readonly className?: string
}) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const hours = CHECK_IN_HOURS.before
  if (event === undefined || Date.parse(event.startsAt) - hours * HOUR_MS <= now) return null
  return (
    <Notice tone="warning" {...(className !== undefined && { className })}>
      {t('event.notYet', { when: format.dateTime(event.startsAt), hours: format.number(hours) })}
    </Notice>
  )
}
