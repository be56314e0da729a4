import './print-list.css'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import type { Attender } from './attendance-list.ts'
import { eventWhen } from '../event-when.ts'

/** Blank lines for guests who are not on the list. */
const SPARE_LINES = ['a', 'b', 'c', 'd', 'e']

interface PrintListProps {
  readonly event: EventItem
  readonly people: readonly Attender[]
}

/** The printed list: people with a place, then the waiting list; a column to sign in. */
export function PrintList({ event, people }: PrintListProps) {
  const { t } = useTranslation('staffEvents')
  const language = useLanguage()
  const format = useFormat()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const stamp = (): void => flushSync(() => setNow(new Date())) // before the sheet is rendered
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  useEffect(() => {
    const root = document.documentElement
    root.classList.add('attendance-printing')
    return () => root.classList.remove('attendance-printing')
  }, [])
  const rows = [
    ...people.filter(({ registration }) => registration !== 'waiting'),
    ...people.filter(({ registration }) => registration === 'waiting'),
  ]
  return createPortal(
    <div className="attendance-print" aria-hidden="true">
      <h1>
        <Auto>{event.content[language].title}</Auto>
      </h1>
      <p>
        {t('print.inParis', { when: eventWhen(event, language) })} ·{' '}
        <Auto>{event.content[language].location}</Auto>
      </p>
      <p>{t('print.made', { when: format.dateTime(now), count: people.length })}</p>
      <p className="warning">{t('print.destroy')}</p>
      <table>
        <thead>
          <tr>
            <th className="number">{t('print.number')}</th>
            <th>{t('person.name')}</th>
            <th>{t('person.card')}</th>
            <th>{t('person.registration')}</th>
            <th className="signature">{t('print.signature')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cardId, name, registration }, index) => (
            <tr key={cardId}>
              <td className="number">{format.number(index + 1)}</td>
              <td>
                <Auto>{name}</Auto>
              </td>
              <td>
                <Ltr>{cardId}</Ltr>
              </td>
              <td>{t(`registration.${registration}`)}</td>
              <td>&nbsp;</td>
            </tr>
          ))}
          {SPARE_LINES.map((line) => (
            <tr key={line}>
              <td colSpan={5}>&nbsp;</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
