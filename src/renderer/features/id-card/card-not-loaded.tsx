import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** No card on the screen: what happened and what to do. `error` is null while the device itself has no network. */
export function CardNotLoaded({
  error,
  onRetry,
}: {
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  const { t } = useTranslation(['idCard', 'problems', 'common'])
  const key = error instanceof CallFailure ? error.messageKey : 'offline'
  const offline = key === 'offline'
  const requestId = error instanceof CallFailure ? error.problem?.requestId : undefined
  return (
    <Notice
      tone={offline ? 'warning' : 'danger'}
      title={t(offline ? 'offlineTitle' : 'loadError')}
      action={
        <Button
          variant="secondary"
          icon={<RotateCw aria-hidden="true" size={18} />}
          onClick={onRetry}
        >
          {t('common:retry')}
        </Button>
      }
    >
      <p>{offline ? t('offlineText') : t(`problems:${key}`)}</p>
      {requestId !== undefined && requestId !== '' && (
        <p className="text-sm">{t('problems:reference', { id: requestId })}</p>
      )}
    </Notice>
  )
}
