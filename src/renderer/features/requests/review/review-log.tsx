import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewLogEntry } from '#shared/contract/requests.ts'
import { roleOfLetter } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { isDecision, logKey } from './log-words.ts'

const SHOWN_FIRST = 6

/** Who did what and when, newest first. */
export function ReviewLog({ entries }: { readonly entries: readonly ReviewLogEntry[] }) {
  const { t } = useTranslation('registrationRequests')
  const [all, setAll] = useState(false)
  if (entries.length === 0) return <p className="text-muted">{t('log.empty')}</p>
  const shown = all ? entries : entries.slice(0, SHOWN_FIRST)
  return (
    <>
      <ol className="grid gap-3">
        {shown.map((entry, index) => (
          <LogLine key={`${entry.at} ${entry.action} ${index}`} entry={entry} />
        ))}
      </ol>
      {entries.length > shown.length && (
        <Button variant="quiet" className="-ms-4 mt-2" onClick={() => setAll(true)}>
          {t('log.all', { count: entries.length })}
        </Button>
      )}
    </>
  )
}

function LogLine({ entry }: { readonly entry: ReviewLogEntry }) {
  const { t } = useTranslation(['registrationRequests', 'common'])
  const format = useFormat()
  const { by, comment, checks, documentsSeen } = entry
  return (
    <li className={cx('border-s-2 ps-3', isDecision(entry) ? 'border-brand' : 'border-line')}>
      <p className={cx(isDecision(entry) && 'font-semibold')}>{t(`log.${logKey(entry)}`)}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>
          {by === null ? t('log.somebody') : <Auto>{by.name}</Auto>}
          {by !== null && ` · ${t(`common:roles.${roleOfLetter(by.role)}`)}`}
        </span>
        <time dateTime={entry.at} className="whitespace-nowrap">
          {format.date(entry.at, 'medium')} · {format.time(entry.at)}
        </time>
      </p>
      {checks.length > 0 && (
        <p className="text-sm">
          {t('checks.checked', {
            checks: format.list(checks.map((check) => t(`checks.${check}`))),
          })}
        </p>
      )}
      {documentsSeen && <p className="text-sm">{t('log.documentsSeen')}</p>}
      {comment !== '' && (
        <blockquote className="mt-1 rounded-sm bg-sunken px-3 py-2 whitespace-pre-line">
          <Auto>{comment}</Auto>
        </blockquote>
      )}
    </li>
  )
}
