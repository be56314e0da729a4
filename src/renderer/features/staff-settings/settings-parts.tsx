import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { problemText } from '../../ui/form/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { isConflict } from './use-settings.ts'

/** Who changed a group last, so that an unexpected setting can be traced. */
export function LastChange({
  updatedAt,
  updatedBy,
}: {
  readonly updatedAt: string | null
  readonly updatedBy: string | null
}) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  if (updatedAt === null) return <p className="text-sm text-muted">{t('neverChanged')}</p>
  return (
    <p className="text-sm text-muted">
      {t('lastChanged', { date: format.dateTime(updatedAt) })}{' '}
      {updatedBy !== null && <Ltr>{updatedBy}</Ltr>}
    </p>
  )
}

export function ChangeFailure({ failure }: { readonly failure: CallFailure | undefined }) {
  const { t } = useTranslation(['staffSettings', 'problems'])
  if (failure === undefined) return null
  if (isConflict(failure))
    return (
      <Notice tone="warning" title={t('conflict.title')}>
        {t('conflict.text')}
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('notSaved')}>
      {problemText(t, failure)}
    </Notice>
  )
}
