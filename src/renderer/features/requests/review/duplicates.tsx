import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { DuplicateHint } from '#shared/contract/duplicates.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { StatusBadge } from '../../../ui/feedback/badge.tsx'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RequestStatusBadge } from '../request-status.tsx'

/** Possible duplicates. A hint and not a verdict: twins and namesakes exist. */
export function Duplicates({ hints }: { readonly hints: readonly DuplicateHint[] }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  if (hints.length === 0) return null
  return (
    <Notice tone="warning" title={t('duplicates.title', { count: hints.length })}>
      <ul className="mt-2 divide-y divide-line">
        {hints.map((hint) => (
          <li key={hint.cardId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 grow basis-56">
              <span className="block font-semibold">
                <Auto>{fullName(hint)}</Auto>{' '}
                <Ltr className="font-normal tabular-nums">{hint.cardId}</Ltr>
              </span>
              <span className="block text-sm">
                {format.list(hint.reasons.map((reason) => t(`duplicates.reasons.${reason}`)))}
                {hint.birthDate !== '' &&
                  ` · ${t('duplicates.born', { date: format.date(hint.birthDate) })}`}
              </span>
            </span>
            {hint.requestStatus === null ? (
              <StatusBadge status={hint.status} />
            ) : (
              <RequestStatusBadge status={hint.requestStatus} />
            )}
            {hint.requestId !== null && (
              <Link
                relative="path"
                to={`../${hint.requestId}`}
                className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
              >
                {t('duplicates.open')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
