import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/api.ts'
import { Auto } from '../../ui/bidi.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { type Device, useRevoke } from './use-devices.ts'

export function RevokeDevice({
  device,
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['devices', 'problems'])
  const revoke = useRevoke()
  const confirm = (): void =>
    revoke.mutate(device, {
      onSuccess: ({ name }) => {
        toast.success(t('revoked', { name }))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('revokeTitle')}
      confirmLabel={t('revoke')}
      tone="danger"
      busy={revoke.isPending}
      onConfirm={confirm}
      text={
        <>
          <p className="font-semibold">
            <Auto>{device.name}</Auto>
          </p>
          <p>{t('revokeText')}</p>
          <p className="text-muted">{t('revokeKept')}</p>
        </>
      }
    >
      {revoke.error !== null && (
        <Notice tone="danger" title={t('notRevoked')}>
          {revoke.error instanceof CallFailure
            ? problemText(t, revoke.error)
            : t('problems:server-error')}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
