import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KioskState } from '#shared/contract/ipc-desktop.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { usePageTitle } from '../../../ui/page.tsx'
import { LanguageField } from './language-field.tsx'
import { PinPad } from './pin-pad.tsx'
import { kiosk as kioskReading, shell } from './use-kiosk.ts'
import { usePin } from './use-pin.ts'

/** Stands alone in the window: no camera, no scanner, nothing of any person. */
export function LockScreen({ kiosk }: { readonly kiosk: KioskState }) {
  const { t } = useTranslation('kiosk')
  const language = useLanguage()
  usePageTitle(t('lock.title'))
  const entry = usePin(
    (pin) => shell().invoke('kiosk:unlock', pin),
    () => void kioskReading.reread(),
  )
  return (
    <main className="fixed inset-0 overflow-y-auto bg-canvas p-4">
      <div className="mx-auto grid min-h-full max-w-4xl content-center items-center gap-x-12 gap-y-4 landscape:grid-cols-2">
        <div className="grid justify-items-center gap-2 text-center">
          <span
            aria-hidden="true"
            className="grid size-16 place-items-center rounded-full bg-brand-soft text-brand portrait:size-12"
          >
            <LockKeyhole className="size-8 portrait:size-6" />
          </span>
          <h1 className="text-3xl headline">{t('lock.title')}</h1>
          <p className="font-semibold">
            <Auto>{kiosk.event?.title[language] ?? ''}</Auto> ·{' '}
            <Auto>{kiosk.deviceName ?? ''}</Auto>
          </p>
          <p className="text-muted">{t('lock.text')}</p>
        </div>
        <div className="landscape:col-start-2 landscape:row-span-2 landscape:row-start-1">
          <PinPad entry={entry} submitLabel={t('lock.unlock')} />
        </div>
        <div className="justify-self-center">
          <LanguageField />
        </div>
      </div>
    </main>
  )
}
