import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textDirection } from '#shared/domain/languages.ts'
import type { KioskScreen } from '#shared/contract/ipc-desktop.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { usePageTitle } from '../../../ui/page.tsx'
import type { CardInput } from '../check-state.ts'
import { usePictureReader } from '../scan/use-picture-reader.ts'
import { useScannerFeed } from '../scan/use-scanner-feed.ts'
import { Banners } from './banners.tsx'
import { KioskDialogs, type KioskDialog } from './dialogs.tsx'
import { Rail } from './rail.tsx'
import { ScanAnnouncer } from './scan-announcer.tsx'
import type { Scans, ScansState } from './scans.ts'
import { SidePanel } from './side-panel.tsx'
import { KioskStage } from './kiosk-stage.tsx'
import { StatusBar } from './status-bar.tsx'
import { type KioskNow, kiosk as kioskReading, shell } from './use-kiosk.ts'
import { tryKioskSound, useKioskSignal } from './use-kiosk-signal.ts'
import { useKeys } from './use-keys.ts'

interface ScreenProps {
  readonly kiosk: KioskNow
  readonly scans: Scans
  readonly state: ScansState
  readonly choices: KioskScreen
  readonly onChoices: (next: Partial<KioskScreen>) => void
}

/** The scanner at the door. It fills the window; there is nothing else to go to. */
export function Screen({ kiosk, scans, state, choices, onChoices }: ScreenProps) {
  const { t } = useTranslation(['kiosk', 'scanner', 'verification'])
  const language = useLanguage()
  const heading = usePageTitle(t('screen.title'))
  const [dialog, setDialog] = useState<KioskDialog | undefined>(undefined)
  const { shown, recent } = state
  useKioskSignal(shown, choices.sound)

  function start(input: CardInput): void {
    scans.start(input)
    setDialog(undefined) // a verdict is never hidden behind something else
  }
  const feed = useScannerFeed({ active: true, onCard: start })
  const reader = usePictureReader(feed.readPicture)
  const { start: startCamera } = feed
  useEffect(() => startCamera(), [startCamera])

  function turnSound(): void {
    onChoices({ sound: !choices.sound })
    if (!choices.sound) tryKioskSound()
  }
  const lock = (): void => void shell().invoke('kiosk:lock').then(kioskReading.reread)
  useKeys(
    {
      F2: () => setDialog('number'),
      F3: () => setDialog('picture'),
      F4: () => setDialog('queue'),
      F6: turnSound,
      F7: () => setDialog('choices'),
      F9: lock,
      F10: () => setDialog('exit'),
      Escape: scans.clear,
    },
    dialog === undefined,
  )

  // The hand that reaches for the screen is on one side of the room, whatever way the language runs.
  const atEnd = (choices.hand === 'right') === (textDirection(language) === 'ltr')
  return (
    <div {...reader.drop} className="fixed inset-0 flex flex-col overflow-hidden bg-canvas">
      <StatusBar kiosk={kiosk} onQueue={() => setDialog('queue')} />
      <Banners kiosk={kiosk} pictureTrouble={dialog === 'picture' ? undefined : reader.trouble} />
      <div
        className={cx(
          'flex min-h-0 grow portrait:flex-col',
          !atEnd && 'landscape:flex-row-reverse',
        )}
      >
        <main className="relative flex min-h-0 min-w-0 grow gap-3 p-3 portrait:flex-col">
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            {t('screen.title')}
          </h1>
          <KioskStage feed={feed} shown={shown} onNext={scans.clear} />
          <SidePanel kiosk={kiosk} recent={recent} hidden={shown.kind !== 'idle'} />
        </main>
        <Rail
          atEnd={atEnd}
          soundOn={choices.sound}
          onSound={turnSound}
          onOpen={setDialog}
          onLock={lock}
        />
      </div>
      <ScanAnnouncer shown={shown} />
      <KioskDialogs
        open={dialog}
        onClose={() => setDialog(undefined)}
        onCard={start}
        reader={reader}
        feed={feed}
        choices={choices}
        onChoices={onChoices}
        onSound={turnSound}
      />
    </div>
  )
}
