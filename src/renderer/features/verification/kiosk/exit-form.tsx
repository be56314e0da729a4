import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice.tsx'
import { PinPad } from './pin-pad.tsx'
import { kiosk, shell, useQueue } from './use-kiosk.ts'
import { usePin } from './use-pin.ts'

/** Ends the kiosk: the PIN, and what becomes of the check-ins that the server does not have yet. */
export function ExitForm() {
  const { t } = useTranslation('kiosk')
  const { value: queue } = useQueue()
  const entry = usePin(
    (pin) => shell().invoke('kiosk:end', pin),
    () => void kiosk.reread(),
  )
  const waiting = queue?.waiting ?? 0
  return (
    <div className="grid items-start gap-x-8 gap-y-4 sm:grid-cols-2">
      <div className="grid gap-4">
        <p>{t('exit.text')}</p>
        {waiting > 0 && (
          <Notice tone="warning" title={t('exit.waiting', { count: waiting })}>
            <p>{t(queue?.keptIn === 'memory' ? 'exit.waitingMemory' : 'exit.waitingKept')}</p>
          </Notice>
        )}
      </div>
      <PinPad entry={entry} submitLabel={t('exit.confirm')} tone="danger" />
    </div>
  )
}
