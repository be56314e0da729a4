import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { eventsQuery } from '../../../platform/calls/content-queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField, TextField } from '../../../ui/field/text-field.tsx'
import { doorEvents } from './door-events.ts'
import { NotYetNotice } from './not-yet-notice.tsx'

const GATE_MAX_CHARS = 60

interface EventBarProps {
  readonly eventId: string
  readonly gate: string
  readonly onEvent: (id: string) => void
  readonly onGate: (gate: string) => void
}

/** The event and the gate of the check-ins on this page. Without an event, cards are only checked. */
export function EventBar({ eventId, gate, onEvent, onGate }: EventBarProps) {
  const { t } = useTranslation('verification')
  const language = useLanguage()
  const format = useFormat()
  const [now] = useState(() => new Date())
  const { data, isError } = useQuery(eventsQuery)
  const events = doorEvents(data ?? [], eventId, now)
  const unknown = eventId !== '' && data !== undefined && !events.some(({ id }) => id === eventId)
  const options = [
    { value: '', label: t('event.none') },
    // The day first, and without the year: a long title is cut at its end. Titles are isolated: a title in another script would change the order of the figures of the date.
    ...events.map(({ id, content, startsAt }) => ({
      value: id,
      label: t('event.option', {
        title: `\u2068${content[language].title}\u2069`,
        day: format.day(startsAt),
      }),
    })),
    // While the list loads, or does not hold the chosen event: the choice must not look like another event.
    ...(eventId !== '' && !events.some(({ id }) => id === eventId)
      ? [{ value: eventId, label: t(unknown ? 'event.unknown' : 'event.loading') }]
      : []),
  ]
  return (
    <div className="grid gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-3 shadow-card sm:gap-y-3 max-lg:sm:grid-cols-[minmax(0,1fr)_14rem] sm:p-5">
      <SelectField
        label={t('event.label')}
        options={options}
        value={eventId}
        onChange={({ target }) => onEvent(target.value)}
      />
      {eventId !== '' && (
        <TextField
          label={t('event.gate')}
          value={gate}
          maxLength={GATE_MAX_CHARS}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => onGate(target.value)}
        />
      )}
      <NotYetNotice
        event={events.find(({ id }) => id === eventId)}
        className="max-lg:sm:col-span-2"
      />
      {(unknown || (isError && data === undefined)) && (
        <Notice tone="warning" className="max-lg:sm:col-span-2">
          {t(unknown ? 'event.unknownHelp' : 'event.failed')}
        </Notice>
      )}
    </div>
  )
}
