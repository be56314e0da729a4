import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, CloudOff, Hand, Maximize, Minimize, UserCheck, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { eventsQuery } from '../../../platform/calls/content-queries.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useOnline } from '../../../ui/feedback/use-online.ts'
import { Switch } from '../../../ui/field/switch.tsx'
import { useVoicesText, Voices } from '../../../ui/staff/voices.tsx'
import { useScreenAwake } from '../../../ui/use-screen-awake.ts'
import type { Check } from '../check/check-state.ts'
import { CameraControls } from '../scan/camera-controls.tsx'
import { CardStage } from '../scan/card-stage.tsx'
import type { PanelScanner } from '../scan/panel-scanner.ts'
import { sound, soundWanted, vibrate } from '../verdict/signal.ts'
import { VerdictAnnouncer } from '../verdict/verdict-announcer.tsx'
import { type DoorView, doorView, type Entry } from './door-view.ts'
import { type LostEntry, useDoorEntry } from './use-door-entry.ts'

export interface DoorScreenProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly eventId: string
  readonly gate: string
  readonly byItself: boolean
  readonly onByItself: (on: boolean) => void
  readonly soundSwitch: ReactNode
  readonly onRetry: () => void
  readonly onNext: () => void
  readonly onLeave: () => void
}

/** The door in the whole window: one event, one gate, one card after another. */
export function DoorScreen(props: DoorScreenProps) {
  const { scanner, check, eventId, gate, byItself, onNext, onLeave } = props
  const { t } = useTranslation('verification')
  const screen = useRef<HTMLElement>(null)
  const { entry, enter, lost, forgetLost } = useDoorEntry({ check, eventId, gate, byItself })
  const view = doorView(check, entry, byItself)
  const { cardInView } = scanner
  useDoorSound(view)
  useScreenAwake(true)
  useRestOfPage(screen)
  useDoorKeys({ enter: view.canEnter ? enter : undefined, next: onNext })

  const overMs = cardInView ? undefined : view.doneMs
  useEffect(() => {
    if (overMs === undefined) return undefined
    const timer = setTimeout(onNext, overMs)
    return () => clearTimeout(timer)
  }, [overMs, onNext])

  return createPortal(
    <section
      ref={screen}
      aria-label={t('door.title')}
      tabIndex={-1}
      className="fixed inset-0 z-50 flex flex-col overflow-y-auto bg-canvas text-ink outline-none"
    >
      <DoorBar {...props} screen={screen} onLeave={onLeave} />
      <Offline />
      <Lost entries={lost} onForget={forgetLost} />
      <div className="flex grow flex-col gap-2 p-2 sm:p-4">
        <TakeAway shown={cardInView && view.check.kind !== 'idle'} />
        <DoorStage {...props} check={view.check} />
      </div>
      <EntryBar view={view} entry={entry} byItself={byItself} enter={enter} />
      <VerdictAnnouncer check={view.check} />
      <EntryAnnouncer entry={entry} />
    </section>,
    document.body,
  )
}

/** What lies behind can be neither read nor reached; the focus comes here, and goes back. */
function useRestOfPage(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    const root = document.getElementById('root')
    root?.setAttribute('inert', '')
    screen.current?.focus({ preventScroll: true })
    return () => {
      root?.removeAttribute('inert')
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [screen])
}

/** Each result sounds once. */
function useDoorSound({ signal }: Pick<DoorView, 'signal'>): void {
  const heard = useRef('')
  const of = signal?.of
  const tone = signal?.tone
  useEffect(() => {
    if (of === undefined || tone === undefined || of === heard.current) return
    heard.current = of
    if (soundWanted(localStorage)) sound(tone)
    vibrate(tone)
  }, [of, tone])
}

/** Whether this element fills the screen, and how to change that; undefined where the browser cannot (iPhones). */
function useFullScreen(
  element: RefObject<HTMLElement | null>,
): { readonly on: boolean; readonly turn: (on: boolean) => void } | undefined {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const changed = (): void => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  if (!document.fullscreenEnabled) return undefined
  return {
    on,
    turn(next) {
      // Refused by some managed devices; the door works in the window as well.
      const done = next ? element.current?.requestFullscreen() : document.exitFullscreen()
      done?.catch(() => undefined)
    },
  }
}

const ENTER_KEYS = ['Enter', ' ']
/** Where these keys already mean something. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, select, textarea') !== null

function useDoorKeys({
  enter,
  next,
}: {
  readonly enter: (() => void) | undefined
  readonly next: () => void
}): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.repeat) return
      if (event.key === 'Escape') return next()
      if (enter === undefined || !ENTER_KEYS.includes(event.key) || takesKeys(event.target)) return
      event.preventDefault()
      enter()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [enter, next])
}

function DoorBar({
  eventId,
  gate,
  byItself,
  onByItself,
  soundSwitch,
  scanner,
  check,
  screen,
  onLeave,
}: DoorScreenProps & { readonly screen: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('verification')
  const language = useLanguage()
  const { data } = useQuery(eventsQuery)
  const title = data?.find(({ id }) => id === eventId)?.content[language].title
  const fullScreen = useFullScreen(screen)
  return (
    <header className="grid gap-x-4 gap-y-1 border-b border-line bg-surface px-3 py-2 sm:px-4">
      <div className="flex items-start justify-between gap-3">
        <h1 className="min-w-0 py-2 text-lg leading-tight wrap-anywhere headline">
          <Auto>{title ?? t('event.loading')}</Auto>
          {gate !== '' && (
            <span className="block text-base font-normal text-muted">
              <Auto>{gate}</Auto>
            </span>
          )}
        </h1>
        <div className="flex shrink-0">
          {fullScreen !== undefined && (
            <Button
              variant="quiet"
              aria-label={t(fullScreen.on ? 'door.window' : 'door.fullScreen')}
              icon={
                fullScreen.on ? (
                  <Minimize aria-hidden="true" size={20} />
                ) : (
                  <Maximize aria-hidden="true" size={20} />
                )
              }
              onClick={() => fullScreen.turn(!fullScreen.on)}
            />
          )}
          <Button
            variant="quiet"
            icon={<X aria-hidden="true" size={20} />}
            onClick={() => {
              if (fullScreen?.on === true) fullScreen.turn(false)
              onLeave()
            }}
          >
            {t('door.leave')}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 grow sm:grow-0">
          <Switch label={t('door.byItself')} checked={byItself} onChange={onByItself} />
        </div>
        {soundSwitch}
        <CameraControls scanner={scanner} covered={check.kind !== 'idle'} />
      </div>
    </header>
  )
}

/** On the web every card is checked by the server. */
function Offline() {
  const { t } = useTranslation('verification')
  if (useOnline()) return null
  return (
    <p
      role="alert"
      className="flex items-center gap-3 bg-danger px-4 py-3 text-lg font-bold text-on-brand"
    >
      <CloudOff aria-hidden="true" size={24} className="shrink-0" />
      {t('door.offline')}
    </p>
  )
}

/** Cards that were followed by another one before their check-in failed. */
function Lost({
  entries,
  onForget,
}: {
  readonly entries: readonly LostEntry[]
  readonly onForget: () => void
}) {
  const { t } = useTranslation('verification')
  if (entries.length === 0) return null
  return (
    <Notice
      tone="danger"
      title={t('checkIn.failed')}
      className="m-2 sm:mx-4"
      action={
        <Button variant="secondary" onClick={onForget}>
          {t('door.lostSeen')}
        </Button>
      }
    >
      <p>{t('door.lost')}</p>
      <ul>
        {entries.map(({ id, of }) => (
          <li key={id} className="text-lg font-semibold">
            <Auto>{of}</Auto>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The card on the screen is still held up: it is not read again before it has left the view. */
function TakeAway({ shown }: { readonly shown: boolean }) {
  const { t } = useTranslation('verification')
  return (
    <output className="block min-h-12">
      {shown && (
        <span className="flex items-center gap-3 rounded-md border-2 border-sun bg-surface px-4 py-2 text-lg font-bold">
          <Hand aria-hidden="true" size={24} className="shrink-0" />
          {t('door.takeAway')}
        </span>
      )}
    </output>
  )
}

const DOOR_HEIGHTS = { idle: 'min-h-72 grow', strip: 'h-24' } as const

function DoorStage({ scanner, check, eventId, gate, onRetry, onNext }: DoorScreenProps) {
  const { t } = useTranslation('verification')
  return (
    <section aria-label={t('stage.label')} className="relative flex grow flex-col gap-2">
      <CardStage
        scanner={scanner}
        check={check}
        door={{ eventId, gate }}
        entry={<></>} // it stands below: EntryBar
        serverAlone
        heights={DOOR_HEIGHTS}
        onRetry={onRetry}
        onNext={onNext}
      />
    </section>
  )
}

/** For screen readers, which do not hear the page behind the door. The region exists before its text. */
function EntryAnnouncer({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('verification')
  const voicesText = useVoicesText()
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {entry.kind === 'recorded' && [t('checkIn.done'), ...voicesText(entry.voices)].join('. ')}
    </div>
  )
}

/** The check-in, always in reach of the thumb: the person above may be longer than the screen. */
function EntryBar({
  view,
  entry,
  byItself,
  enter,
}: {
  readonly view: DoorView
  readonly entry: Entry
  readonly byItself: boolean
  readonly enter: () => void
}) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  if (view.check.kind !== 'shown') return null
  if (entry.kind === 'recorded')
    return (
      <Bar>
        <p className="flex items-center gap-2 text-2xl font-semibold text-success">
          <CircleCheckBig aria-hidden="true" size={28} />
          {t('checkIn.doneAt', { time: format.time(entry.at) })}
        </p>
        {entry.voices !== undefined && <Voices {...entry.voices} />}
      </Bar>
    )
  if (entry.kind === 'inactive')
    return (
      <Bar>
        <Notice tone="danger">{t('checkIn.notActive')}</Notice>
      </Bar>
    )
  if (!view.canEnter && entry.kind !== 'sending') return null
  return (
    <Bar>
      {entry.kind === 'failed' && (
        <Notice tone="danger" title={t('checkIn.failed')}>
          {entry.text}
        </Notice>
      )}
      {byItself && entry.kind === 'none' && (
        <p className="font-semibold text-warning">{t('door.needsEyes')}</p>
      )}
      <Button
        size="lg"
        busy={entry.kind === 'sending'}
        icon={<UserCheck aria-hidden="true" size={24} />}
        onClick={enter}
      >
        {t('checkIn.do')}
      </Button>
      <p className="text-center text-sm text-muted max-sm:hidden">{t('door.keyHint')}</p>
    </Bar>
  )
}

const Bar = ({ children }: { readonly children: ReactNode }) => (
  <footer className="sticky bottom-0 z-20 grid gap-2 border-t border-line bg-surface p-3 sm:px-4">
    {children}
  </footer>
)
