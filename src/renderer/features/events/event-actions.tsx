import { CalendarPlus, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'
import type { EventItem } from '../../platform/content-queries.ts'
import { saveFile } from '../../platform/save-file.ts'
import { pageAddress, sharePage } from '../../platform/share.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { calendarFile } from './calendar-file.ts'

/** Into one's own calendar, and on to others. */
export function EventActions({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { title, description, location } = event.content[language]
  const url = pageAddress()

  const toCalendar = (): void => {
    const { id, startsAt, endsAt, status } = event
    const text = calendarFile({ id, title, description, location, startsAt, endsAt, cancelled: status === 'cancelled', url }, new Date())
    saveFile(new Blob([text], { type: 'text/calendar' }), `wld-${id}.ics`)
  }
  const share = async (address: string): Promise<void> => {
    const outcome = await sharePage({ title, text: description, url: address }, navigator)
    if (outcome === 'copied') toast.success(t('linkCopied'))
    if (outcome === 'failed') toast.error(t('shareError'))
  }
  return (
    <div className="flex flex-wrap gap-2">
      {event.status !== 'past' && (
        <Button variant="secondary" className="grow" icon={<CalendarPlus aria-hidden="true" size={19} />} onClick={toCalendar}>
          {t('toCalendar')}
        </Button>
      )}
      {url !== undefined && (
        <Button variant="secondary" className="grow" icon={<Share2 aria-hidden="true" size={19} />} onClick={() => void share(url)}>
          {t('share')}
        </Button>
      )}
    </div>
  )
}
