import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDeviceColumns } from './use-device-columns.tsx'
import { type Device, revokeDevice, useDevices } from './use-devices.ts'
import { Auto } from '../../ui/bidi.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { isManager } from '#shared/domain/roles.ts'
import { StaffList } from '../../ui/staff/staff-list.tsx'

function RevokeDevice({
  device,
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const { t } = useTranslation('devices')
  const revoke = useCall(async () => {
    const { name } = await revokeDevice(device)
    toast.success(t('revoked', { name }))
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('revokeTitle')}
      confirmLabel={t('revoke')}
      tone="danger"
      busy={revoke.busy}
      onConfirm={() => void revoke.run()}
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
      {revoke.notice !== undefined && (
        <Notice tone="danger" title={t('notRevoked')}>
          {revoke.notice}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

/** Devices at the door: what they do now, and the word that stops one. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const query = useDevices()
  const columns = useDeviceColumns(new Date(query.dataUpdatedAt))
  const [revoking, setRevoking] = useState<Device>()
  const session = useSession()
  const seesAll = session.state === 'authenticated' && isManager(session.user.role)
  return (
    <StaffPage title={t('title')} lead={t(seesAll ? 'lead' : 'leadOwn')}>
      <StaffList query={query} failure={t('failed')}>
        {(devices) => (
          <DataTable
            label={t('list')}
            rows={devices}
            columns={columns}
            rowKey={({ id }) => id}
            actions={revokeButton(setRevoking)}
            empty={
              <EmptyState icon={<MonitorSmartphone size={30} />} title={t('empty')}>
                {t('emptyText')}
              </EmptyState>
            }
          />
        )}
      </StaffList>
      {revoking !== undefined && (
        <RevokeDevice device={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </StaffPage>
  )
}

const revokeButton = (onPress: (device: Device) => void) => (row: Device) => (
  <RevokeButton device={row} onPress={onPress} />
)

function RevokeButton({
  device,
  onPress,
}: {
  readonly device: Device
  readonly onPress: (device: Device) => void
}) {
  const { t } = useTranslation('devices')
  if (device.state !== 'active') return null
  return (
    <Button
      variant="quiet"
      aria-label={t('revokeOne', { name: device.name })}
      onClick={() => onPress(device)}
    >
      {t('revoke')}
    </Button>
  )
}
