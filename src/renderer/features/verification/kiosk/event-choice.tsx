import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import type { EventItem } from '../../../platform/content-queries.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { Notice } from '../../../ui/notice.tsx'

const SHOWN_AT_FIRST = 4

interface EventChoiceProps {
  readonly events: readonly EventItem[]
  readonly now: Date
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error: string | undefined
}

/** The next events; the rest of a full calendar behind a button. */
export function EventChoice({ events, now, value, onChange, error }: EventChoiceProps) {
  const { t } = useTranslation('kiosk')
  const language = useLanguage()
  const format = useFormat()
  const [all, setAll] = useState(false)
  if (events.length === 0)
    return (
      <Notice tone="warning" title={t('start.noEvents')}>
        {t('start.noEventsHelp')}
      </Notice>
    )
  const shown = all ? events : events.filter(({ id }, at) => at < SHOWN_AT_FIRST || id === value)
  const hint = ({ startsAt, endsAt, content }: EventItem): string => {
    const when =
      new Date(startsAt) <= now
        ? t('start.running', { time: format.dateTime(endsAt) })
        : format.dateTime(startsAt)
    return [when, content[language].location].filter((part) => part !== '').join(' · ')
  }
  return (
    <div className="grid gap-2">
      <ChoiceCards
        legend={t('start.event')}
        required
        columns={1}
        value={value}
        onChange={onChange}
        error={error}
        options={shown.map((event) => ({
          value: event.id,
          label: <Auto>{event.content[language].title}</Auto>,
          hint: hint(event),
        }))}
      />
      {shown.length < events.length && (
        <Button variant="quiet" onClick={() => setAll(true)} className="justify-self-start">
          {t('start.moreEvents', { count: events.length - shown.length })}
        </Button>
      )}
    </div>
  )
}
