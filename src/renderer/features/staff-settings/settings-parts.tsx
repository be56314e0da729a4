import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { isConflict } from './use-settings.ts'

/** Who changed a group last: settings that nobody remembers setting are the ones that surprise. */
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

export function ChangeFailure({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation(['staffSettings', 'problems'])
  if (error === null) return null
  if (isConflict(error))
    return (
      <Notice tone="warning" title={t('conflict.title')}>
        {t('conflict.text')}
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('notSaved')}>
      {error instanceof CallFailure ? problemText(t, error) : t('problems:server-error')}
    </Notice>
  )
}
