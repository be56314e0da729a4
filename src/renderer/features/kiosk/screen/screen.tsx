import { CloudOff, DoorOpen, Hourglass, Wifi } from 'lucide-react'
import { useEffect, useState, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { KioskScreen } from '#shared/contract/desktop/ipc-desktop.ts'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { textDirection } from '#shared/domain/text/languages.ts'
import { useLanguage, useFormat } from '../../../i18n/use-format.ts'
import type { CardInput } from '../../../parts/card-check/check/check-state.ts'
import { CapsLockNotice } from '../../../parts/card-check/panel/caps-lock-notice.tsx'
import { CameraPicture } from '../../../parts/card-check/panel/card-stage.tsx'
import type { PanelScanner } from '../../../parts/card-check/panel/panel-scanner.ts'
import { usePanelScanner } from '../../../parts/card-check/panel/use-panel-scanner.ts'
import { LOOKS, type Signal } from '../../../parts/card-check/result/looks.ts'
import {
  prepareSound,
  restSound,
  sound,
  trySound,
  vibrate,
  wakeSound,
} from '../../../parts/card-check/result/signal.ts'
import { bridge } from '../../../platform/bridge.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { useVoicesText } from '../../../ui/staff/voices.tsx'
import { isPairingCode } from '../doors/pairing-text.ts'
import { type KioskNow, kiosk as kioskReading, useDoors, useQueue } from '../use-kiosk.ts'
import { Banners } from './banners.tsx'
import { ControlRail } from './control-rail.tsx'
import { KioskDialogs, type KioskDialog } from './dialogs.tsx'
import { FailedResult, ResultOfScan, useCheckInText } from './scan-result.tsx'
import type { Scans, ScansState, ScanShown } from './scans.ts'
import { SidePanel } from './side-panel.tsx'

function signalOf(shown: ScanShown): Signal | undefined {
  if (shown.kind === 'answer') return shown.view.look.signal
  return shown.kind === 'failed' ? LOOKS.unchecked.signal : undefined
}

/** Plays the sound of each result once. */
function useKioskSignal(shown: ScanShown, on: boolean): void {
  const signal = useEffectEvent((what: Signal) => {
    if (on) sound(what)
    vibrate(what)
  })
  useEffect(() => {
    const what = signalOf(shown)
    if (what !== undefined) signal(what)
  }, [shown])
  useEffect(() => (on ? prepareSound() : undefined), [on])
  useEffect(() => {
    window.addEventListener('pointerup', wakeSound)
    window.addEventListener('keydown', wakeSound)
    return () => {
      window.removeEventListener('pointerup', wakeSound)
      window.removeEventListener('keydown', wakeSound)
      restSound()
    }
  }, [])
}

const tryKioskSound = (): void => void trySound()

/** Keys of the screen: those of `KIOSK_KEYS`, which main lets through, and Escape. */
function useKeys(keys: Readonly<Record<string, () => void>>, active: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key]
    if (
      run === undefined ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!active) return undefined // in a dialog, keys belong to the dialog
    const listen = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [active])
}

interface StatusBarProps {
  readonly kiosk: KioskNow
  readonly onQueue: () => void
  readonly onDoors: () => void
}

/** The state of this computer: event, gate, end, whether the server responds, and how many check-ins wait. */
function StatusBar({ kiosk, onQueue, onDoors }: StatusBarProps) {
  const { t } = useTranslation('kiosk')
  const language = useLanguage()
  const format = useFormat()
  const { value: queue } = useQueue()
  const waiting = queue?.waiting ?? 0
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line bg-surface px-4 py-1.5">
      <div className="min-w-0 grow basis-52 leading-snug">
        <p className="truncate text-lg font-semibold sm:text-xl">
          <Auto>{kiosk.event?.title[language] ?? ''}</Auto>
        </p>
        <p className="truncate text-muted">
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
          className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-lg font-semibold hover:bg-sunken sm:text-2xl"
        >
          <Hourglass aria-hidden="true" size={20} className="text-warning" />
          {t('status.waiting', { count: waiting })}
        </button>
      )}
      <ConnectedDoors onDoors={onDoors} />
      <Connection kiosk={kiosk} />
    </header>
  )
}

/** How many of the other doors are connected; nothing where the doors are off. */
function ConnectedDoors({ onDoors }: Pick<StatusBarProps, 'onDoors'>) {
  const { t } = useTranslation('kiosk')
  const { value } = useDoors()
  if (value?.on !== true) return null
  const others = value.doors.filter(({ state }) => state === 'connected' || state === 'away')
  const connected = others.filter(({ state }) => state === 'connected').length
  const isWhole = connected === others.length
  return (
    <button
      type="button"
      onClick={onDoors}
      className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-lg font-semibold hover:bg-sunken sm:text-2xl"
    >
      <DoorOpen
        aria-hidden="true"
        size={20}
        className={isWhole ? 'text-success' : 'text-warning'}
      />
      {t('doors.status', { connected, all: others.length })}
    </button>
  )
}

function Connection({ kiosk: { connection, offlineSinceMs } }: { readonly kiosk: KioskNow }) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  if (connection === 'unknown')
    return <output className="text-lg text-muted sm:text-2xl">{t('status.connecting')}</output>
  if (connection === 'online')
    return (
      <output className="inline-flex items-center gap-2 text-lg font-semibold text-success sm:text-2xl">
        <Wifi aria-hidden="true" className="size-[1em]" />
        {t('status.online')}
      </output>
    )
  return (
    <output className="inline-flex items-center gap-2 text-lg font-semibold text-warning sm:text-2xl">
      <CloudOff aria-hidden="true" className="size-[1em] shrink-0" />
      {offlineSinceMs === undefined
        ? t('status.offline')
        : t('status.offlineSince', { time: format.time(new Date(offlineSinceMs)) })}
    </output>
  )
}

/**
 * Announces each result to screen readers at once, in one sentence. The region always exists and is empty in between,
 * so that two equal results are both announced.
 */
function ScanAnnouncer({ shown }: { readonly shown: ScanShown }) {
  const { t } = useTranslation(['kiosk', 'verification'])
  const checkInText = useCheckInText()
  const voicesText = useVoicesText()
  return (
    <div aria-live="assertive" aria-atomic="true" className="sr-only">
      {text()}
    </div>
  )

  function text(): string {
    if (shown.kind === 'failed')
      return [LOOKS.unchecked.word, LOOKS.unchecked.instruction]
        .map((key) => t(`verification:${key}`))
        .join('. ')
    if (shown.kind !== 'answer') return ''
    const { look, person } = shown.view
    return [
      t(`verification:${look.word}`),
      person?.name,
      checkInText(shown.result, shown.view),
      t(`verification:${look.instruction}`),
      ...voicesText(shown.voices),
    ]
      .filter((part) => part !== undefined && part !== '')
      .join('. ')
  }
}

interface KioskStageProps {
  readonly scanner: PanelScanner
  readonly shown: ScanShown
  readonly onNext: () => void
}

/**
 * Between cards the camera, with a card its result over everything but the bars. The camera continues in a small
 * picture, ready for the next card. It stays the same element, so that the stream never stops.
 */
function KioskStage({ scanner, shown, onNext }: KioskStageProps) {
  const { t } = useTranslation('kiosk')
  const live = scanner.camera === 'live'
  const result = shown.kind === 'checking' ? shown.earlier : shown
  const isChecking = shown.kind === 'checking' && shown.isLate
  const covered = isChecking || (result !== undefined && result.kind !== 'idle')
  return (
    <>
      <div
        className={cx(
          'overflow-hidden rounded-lg',
          covered
            ? cx('kiosk-camera-small border-2 border-white bg-night', !live && 'hidden')
            : cx(
                'kiosk-camera-large relative flex min-h-0 min-w-0 grow portrait:min-h-40',
                live
                  ? 'bg-night'
                  : 'overflow-y-auto border-2 border-dashed border-line-strong bg-surface',
              ),
        )}
      >
        <CameraPicture scanner={scanner} compact={covered} />
      </div>
      <section
        aria-label={t('screen.result')}
        className={cx(covered ? 'absolute inset-0 z-10 flex flex-col' : 'sr-only')}
      >
        {isChecking && (
          <div className="flex grow items-center justify-center gap-[3vw] bg-surface text-muted">
            <Spinner className="size-[9vmin] border-6 text-brand" />
            <p className="text-[7vmin] font-bold">{t('screen.checking')}</p>
          </div>
        )}
        {shown.kind === 'pause' && (
          <p className="flex grow items-center justify-center bg-surface text-[7vmin] font-bold">
            {t('screen.next')}
          </p>
        )}
        {result?.kind === 'answer' && (
          <ResultOfScan
            key={result.number}
            shown={result}
            isPast={shown.kind === 'checking'}
            onNext={onNext}
          />
        )}
        {shown.kind === 'failed' && <FailedResult key={shown.number} onNext={onNext} />}
      </section>
    </>
  )
}

interface ScreenProps {
  readonly kiosk: KioskNow
  readonly scans: Scans
  readonly state: ScansState
  readonly choices: KioskScreen
  readonly onChoices: (next: Partial<KioskScreen>) => void
}

/** The scanner at the door. It fills the window and links to no other page. */
export function Screen({ kiosk, scans, state, choices, onChoices }: ScreenProps) {
  const { t } = useTranslation(['kiosk', 'scanner', 'verification'])
  const language = useLanguage()
  const heading = usePageTitle(t('screen.title'))
  const [dialog, setDialog] = useState<KioskDialog | undefined>(undefined)
  const { shown, recent } = state
  useKioskSignal(shown, choices.sound)

  const [doorCode, setDoorCode] = useState('')
  function start(input: CardInput): void {
    const code = [input.text, ...(input.alternatives ?? [])].find(isPairingCode)
    if (code !== undefined) {
      setDoorCode(code)
      setDialog('doors')
      return
    }
    scans.start(input)
    setDialog(undefined) // a verdict is never hidden behind a dialog
  }
  const scanner = usePanelScanner({ active: true, onCard: start })
  const { start: startCamera } = scanner
  useEffect(() => startCamera(), [startCamera])

  function openDialog(next: KioskDialog): void {
    setDoorCode('') // a code that was read before is no longer the present one
    setDialog(next)
  }
  function turnSound(): void {
    onChoices({ sound: !choices.sound })
    if (!choices.sound) tryKioskSound()
  }
  const lock = (): void => void bridge().invoke('kiosk:lock').then(kioskReading.reread)
  useKeys(
    {
      [KIOSK_KEYS.number]: () => setDialog('number'),
      [KIOSK_KEYS.queue]: () => setDialog('queue'),
      [KIOSK_KEYS.sound]: turnSound,
      [KIOSK_KEYS.choices]: () => setDialog('choices'),
      [KIOSK_KEYS.doors]: () => openDialog('doors'),
      [KIOSK_KEYS.lock]: lock,
      [KIOSK_KEYS.exit]: () => setDialog('exit'),
      Escape: scans.clear,
    },
    dialog === undefined,
  )

  // The controls stand at one side of the room, independent of the direction of the language.
  const atEnd = (choices.hand === 'right') === (textDirection(language) === 'ltr')
  return (
    <div className="fixed inset-0 flex flex-col overflow-hidden bg-canvas">
      <StatusBar
        kiosk={kiosk}
        onQueue={() => setDialog('queue')}
        onDoors={() => openDialog('doors')}
      />
      <Banners kiosk={kiosk} onDoubles={() => setDialog('doubles')} />
      <CapsLockNotice on={scanner.capsLock} />
      <div
        className={cx(
          'flex min-h-0 grow portrait:flex-col',
          !atEnd && 'landscape:flex-row-reverse',
        )}
      >
        <main className="kiosk-stage relative flex min-h-0 min-w-0 grow gap-3 p-3 portrait:flex-col">
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            {t('screen.title')}
          </h1>
          <KioskStage scanner={scanner} shown={shown} onNext={scans.clear} />
          <SidePanel
            kiosk={kiosk}
            recent={recent}
            hidden={shown.kind !== 'idle' && shown.kind !== 'checking'}
          />
        </main>
        <ControlRail
          atEnd={atEnd}
          soundOn={choices.sound}
          onSound={turnSound}
          onOpen={openDialog}
          onLock={lock}
        />
      </div>
      <ScanAnnouncer shown={shown} />
      <KioskDialogs
        open={dialog}
        onClose={() => setDialog(undefined)}
        onCard={start}
        scanner={scanner}
        choices={choices}
        onChoices={onChoices}
        onSound={turnSound}
        doorCode={doorCode}
      />
    </div>
  )
}
