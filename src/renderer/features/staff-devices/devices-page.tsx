import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { DataTable } from '../../ui/staff/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { RevokeDevice } from './revoke-device.tsx'
import { useDeviceColumns } from './use-device-columns.tsx'
import { type Device, useDevices } from './use-devices.ts'

/** Devices at the door: what they do now, and the word that stops one. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const { data, error, isFetching, fetchStatus, dataUpdatedAt, refetch } = useDevices()
  const columns = useDeviceColumns(new Date(dataUpdatedAt))
  const [revoking, setRevoking] = useState<Device>()
  const session = useSession()
  const seesAll =
    session.state === 'authenticated' && (session.user.role === 'A' || session.user.role === 'X')
  const failed = error !== null || (data === undefined && fetchStatus === 'paused')
  return (
    <StaffPage title={t('title')} lead={t(seesAll ? 'lead' : 'leadOwn')}>
      {failed && (
        <LoadFailure
          title={t('failed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(!failed || data !== undefined) && (
        <DataTable
          label={t('list')}
          rows={data}
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
