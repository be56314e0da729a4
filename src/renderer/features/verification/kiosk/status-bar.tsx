import { CloudOff, Hourglass, Wifi } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { type KioskNow, useQueue } from './use-kiosk.ts'

interface StatusBarProps {
  readonly kiosk: KioskNow
  readonly onQueue: () => void
}

/** Where this computer stands: event, door, until when, whether the server answers and how much waits for it. */
export function StatusBar({ kiosk, onQueue }: StatusBarProps) {
  const { t } = useTranslation('kiosk')
  const language = useLanguage()
  const format = useFormat()
  const { value: queue } = useQueue()
  const waiting = queue?.waiting ?? 0
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line bg-surface px-4 py-1.5">
      <div className="min-w-0 grow basis-52 leading-snug">
        <p className="truncate font-semibold">
          <Auto>{kiosk.event?.title[language] ?? ''}</Auto>
        </p>
        <p className="truncate text-sm text-muted">
          <Auto>{kiosk.deviceName ?? ''}</Auto>
          {kiosk.expiresAt !== null && (
            <> · {t('status.until', { time: format.time(kiosk.expiresAt) })}</>
          )}
        </p>
      </div>
      {waiting > 0 && (
        <button
          type="button"
          onClick={onQueue}
          className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold hover:bg-sunken"
        >
          <Hourglass aria-hidden="true" size={20} className="text-warning" />
          {t('status.waiting', { count: waiting })}
        </button>
      )}
      <Connection kiosk={kiosk} />
    </header>
  )
}

function Connection({ kiosk: { connection, offlineSinceMs } }: { readonly kiosk: KioskNow }) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  if (connection === 'unknown')
    return <output className="text-muted">{t('status.connecting')}</output>
  if (connection === 'online')
    return (
      <output className="inline-flex items-center gap-2 font-semibold text-success">
        <Wifi aria-hidden="true" size={22} />
        {t('status.online')}
      </output>
    )
  return (
    <output className="inline-flex items-center gap-2 font-semibold text-warning">
      <CloudOff aria-hidden="true" size={22} />
      {offlineSinceMs === undefined
        ? t('status.offline')
        : t('status.offlineSince', { time: format.time(new Date(offlineSinceMs)) })}
    </output>
  )
}
