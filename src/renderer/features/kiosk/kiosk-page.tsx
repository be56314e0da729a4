import './kiosk.css'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { KioskState } from '#shared/contract/desktop/ipc-desktop.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { bridge } from '../../platform/bridge.ts'
import { Auto } from '../../ui/bidi.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { createActivityReports } from './activity-reports.ts'
import { LanguageField } from './language-field.tsx'
import { PinPad } from './pin-pad.tsx'
import type { Timers } from './screen/recent-list.ts'
import { createScans, type Scans, type ScansState } from './screen/scans.ts'
import { Screen } from './screen/screen.tsx'
import { useHands } from './use-hands.ts'
import { useKiosk, useQueue, useScreenChoices, kiosk as kioskReading } from './use-kiosk.ts'
import { usePin } from './use-pin.ts'

/** While the screen is unlocked, each press or key on it delays the lock. */
function useTouches(): void {
  useEffect(() => {
    const touched = createActivityReports(
      () => void bridge().invoke('kiosk:touched'),
      () => Date.now(),
    )
    window.addEventListener('pointerdown', touched, { capture: true, passive: true })
    window.addEventListener('keydown', touched, { capture: true })
    return () => {
      window.removeEventListener('pointerdown', touched, { capture: true })
      window.removeEventListener('keydown', touched, { capture: true })
    }
  }, [])
}

const timers: Timers = {
  nowMs: () => Date.now(),
  setTimeout: (run, delayMs) => window.setTimeout(run, delayMs),
  clearTimeout: (timer) => window.clearTimeout(timer as number | undefined), // as: it came from the line above
}

function useScans(): { readonly scans: Scans; readonly state: ScansState } {
  const [scans] = useState(() =>
    createScans({ scan: (input) => bridge().invoke('kiosk:scan', input), timers }),
  )
  const voices = useQueue().value?.voices
  useEffect(() => {
    if (voices !== undefined) scans.tellVoices(voices)
  }, [voices, scans])
  return { scans, state: useSyncExternalStore(scans.subscribe, scans.state) }
}

/** Alone in the window: no camera, no scanner, no data of any person. */
function LockScreen({ kiosk }: { readonly kiosk: KioskState }) {
  const { t } = useTranslation('kiosk')
  const language = useLanguage()
  usePageTitle(t('lock.title'))
  const entry = usePin(
    (pin) => bridge().invoke('kiosk:unlock', pin),
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

/** All that a computer at the door shows: the scanner, or the lock over it. Main decides which. */
export function KioskPage() {
  const { value } = useKiosk()
  const { scans, state } = useScans()
  const { choices, change } = useScreenChoices()
  const locked = value?.mode === 'locked'
  useTouches()
  useHands()
  useEffect(() => {
    if (locked) scans.hide()
  }, [locked, scans])
  useEffect(() => () => scans.hide(), [scans])
  useEffect(() => {
    if (!choices.highContrast) return undefined
    document.documentElement.dataset['contrast'] = 'high'
    return () => void delete document.documentElement.dataset['contrast']
  }, [choices.highContrast])

  if (value === undefined || value.mode === 'off') return <PageSpinner />
  if (locked) return <LockScreen kiosk={value} />
  return <Screen kiosk={value} scans={scans} state={state} choices={choices} onChoices={change} />
}
