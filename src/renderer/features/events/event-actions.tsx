import { CalendarPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'
import type { EventItem } from '../../platform/content-queries.ts'
import { saveFile } from '../../platform/save-file.ts'
import { pageAddress } from '../../platform/share.ts'
import { Button } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { calendarFile } from './calendar-file.ts'

/** Into one's own calendar, and on to others. */
export function EventActions({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { title, description, location } = event.content[language]
  const toCalendar = (): void => {
    const { id, startsAt, endsAt, status } = event
    const text = calendarFile(
      {
        id,
        title,
        description,
        location,
        startsAt,
        endsAt,
        cancelled: status === 'cancelled',
        url: pageAddress(),
      },
      new Date(),
    )
    saveFile(new Blob([text], { type: 'text/calendar' }), `wld-${id}.ics`)
  }
  return (
    <div className="flex flex-wrap gap-2">
      {event.status !== 'past' && (
        <Button
          variant="secondary"
          className="grow"
          icon={<CalendarPlus aria-hidden="true" size={19} />}
          onClick={toCalendar}
        >
          {t('toCalendar')}
        </Button>
      )}
      <ShareButton title={title} text={description} className="grow" />
    </div>
  )
}
