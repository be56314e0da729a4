import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { DesktopSettings } from '#shared/contract/desktop/ipc-desktop.ts'
import { bridge } from '../../platform/bridge.ts'
import { logFailure } from '../../platform/log-failure.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** The screen at the door belongs to the cards, and the settings page names the fault itself. */
const SILENT: ReadonlySet<string> = new Set(['/kiosk', '/desktop-settings'])

/** Above every page that staff see: the settings of this computer, or the file of the association, were damaged. */
export function SettingsFault() {
  const { pathname } = useLocation()
  const [faultIn, setFaultIn] = useState<DesktopSettings['faultIn']>([])
  useEffect(() => {
    bridge()
      .invoke('settings:get')
      .then((settings) => setFaultIn(settings.faultIn))
      .catch((error: unknown) => logFailure('The settings could not be read', error))
  }, [])
  if (faultIn.length === 0 || SILENT.has(pathname)) return null
  return (
    <div className="column grid gap-2 py-2 print:hidden">
      <SettingsFaultNotices faultIn={faultIn} />
    </div>
  )
}

export function SettingsFaultNotices({ faultIn }: Pick<DesktopSettings, 'faultIn'>) {
  const { t } = useTranslation('setup')
  return faultIn.map((owner) => (
    <Notice key={owner} tone="warning" title={t(`damaged.${owner}.title`)}>
      {t(`damaged.${owner}.text`)}
    </Notice>
  ))
}
