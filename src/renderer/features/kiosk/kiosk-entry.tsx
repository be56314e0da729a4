import { ListChecks, ScanQrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button/button.tsx'
import { KIOSK_PATHS } from './kiosk-paths.ts'
import { useQueue } from './use-kiosk.ts'

/**
 * On the verification page of the desktop app: the link to the kiosk, and to the check-ins it left on this computer.
 */
export function KioskEntry() {
  const { t } = useTranslation('kiosk')
  const { value: queue } = useQueue()
  const waiting = queue?.waiting ?? 0
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to={KIOSK_PATHS.start} icon={<ScanQrCode aria-hidden="true" size={20} />}>
        {t('entry.start')}
      </LinkButton>
      <LinkButton
        to={KIOSK_PATHS.queue}
        variant="secondary"
        icon={<ListChecks aria-hidden="true" size={20} />}
      >
        {waiting > 0 ? t('entry.queueWaiting', { count: waiting }) : t('entry.queue')}
      </LinkButton>
    </div>
  )
}
