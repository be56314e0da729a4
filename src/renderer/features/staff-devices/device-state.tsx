import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import type { Device } from './use-devices.ts'

const LOOK = {
  active: 'border-success bg-success-soft text-success',
  expired: 'border-line-strong bg-sunken text-ink',
  ended: 'border-line-strong bg-sunken text-ink',
  revoked: 'border-danger bg-danger-soft text-danger',
} as const satisfies Record<Device['state'], string>

export function DeviceState({ state }: Pick<Device, 'state'>) {
  const { t } = useTranslation('devices')
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        LOOK[state],
      )}
    >
      {t(`states.${state}`)}
    </span>
  )
}
