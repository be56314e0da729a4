import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button.tsx'
import { isHandheld, readDevice } from './read-device.ts'
import type { OwnSession } from './use-sessions.ts'

export function SessionItem({
  session,
  onEnd,
}: {
  readonly session: OwnSession
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const Icon = isHandheld(readDevice(session.device)) ? Smartphone : Monitor
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 py-3 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon aria-hidden="true" size={24} className="shrink-0 text-muted" />
      <div>
        <p className="font-semibold wrap-anywhere">
          <DeviceName userAgent={session.device} />
        </p>
        <p className="text-sm text-muted">
          {session.current ? (
            <span className="font-semibold text-success">{t('sessions.thisOne')}</span>
          ) : (
            t('sessions.lastUsed', { when: format.relative(session.lastUsedAt) })
          )}
          {' · '}
          {t('sessions.since', { date: format.date(session.createdAt) })}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          onClick={onEnd}
          className="max-sm:col-start-2 max-sm:-ms-4 max-sm:justify-self-start"
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** "Firefox on Windows"; what the device calls itself where that says nothing to us. */
export function DeviceName({ userAgent }: { readonly userAgent: string }) {
  const { t } = useTranslation('profile')
  const device = readDevice(userAgent)
  if (device === undefined)
    return userAgent === '' ? t('sessions.unknown') : <Ltr className="font-normal">{userAgent}</Ltr>
  const { browser, system } = device
  const name = browser.kind === 'app' ? t('sessions.app') : browser.name
  return system === undefined ? name : t('sessions.deviceOn', { browser: name, system })
}
