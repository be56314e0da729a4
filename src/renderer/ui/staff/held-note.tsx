import { useTranslation } from 'react-i18next'
import type { Hold } from '#shared/contract/holds.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../bidi.tsx'
import { Notice } from '../feedback/notice.tsx'

interface HeldNoteProps {
  readonly holds: readonly Hold[]
  /** What the hold keeps from happening on this page. */
  readonly effect: 'erase' | 'bin'
  /** For the buttons that are closed because of it. */
  readonly id?: string
}

/** On the page of a record: since when it is held, by whom, why, and what that closes. */
export function HeldNote({ holds, effect, id }: HeldNoteProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  if (holds.length === 0) return null
  return (
    <Notice tone="warning" title={t('staff.held.title')}>
      <ul className="grid gap-1">
        {holds.map((hold) => (
          <li key={hold.id}>
            {t('staff.held.since', { date: format.date(hold.placedAt, 'medium') })}
            {' · '}
            {hold.placedBy === null || hold.placedBy === 'system' ? (
              t(hold.placedBy === null ? 'staff.held.unknown' : 'staff.held.operator')
            ) : (
              <Ltr className="tabular-nums">{bareCardId(hold.placedBy)}</Ltr>
            )}
            {' · '}
            <Auto className="wrap-anywhere">{hold.reason}</Auto>
          </li>
        ))}
      </ul>
      <p id={id}>{t(`staff.held.${effect}`)}</p>
    </Notice>
  )
}
