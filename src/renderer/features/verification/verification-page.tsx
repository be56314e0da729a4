import { useQuery } from '@tanstack/react-query'
import { DoorOpen, Volume2, VolumeX } from 'lucide-react'
import {
  type ComponentType,
  useCallback,
  useEffect,
  useState,
  useRef,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { FoundMember } from '#shared/contract/base/schemas.ts'
import { verifyCard } from '#shared/contract/card.ts'
import { platform } from '@platform'
import { eventForDoor } from '../../parts/card-check/check-in/door-events.ts'
import { EVENT_ID, keepDoor, readDoor } from '../../parts/card-check/check-in/door-settings.ts'
import { EventBar } from '../../parts/card-check/check-in/event-bar.tsx'
import { ownEntries } from '../../parts/card-check/check-in/own-entries.ts'
import type {
  CardInput,
  CheckState,
  RecentCheck,
  Check,
} from '../../parts/card-check/check/check-state.ts'
import { type Checker, createChecker } from '../../parts/card-check/check/checker.ts'
import { UNUSED_LIMIT_MS } from '../../parts/card-check/check/door-memory.ts'
import { doorMemory, signedInPerson } from '../../parts/card-check/check/door.ts'
import { judgeHere } from '../../parts/card-check/check/judge-here.ts'
import { CARD_NUMBER_FIELD } from '../../parts/card-check/panel/card-input.ts'
import type { DoorScreenProps } from '../../parts/card-check/panel/door-screen-props.ts'
import { ScanPanel } from '../../parts/card-check/panel/scan-panel.tsx'
import { usePanelScanner } from '../../parts/card-check/panel/use-panel-scanner.ts'
import {
  prepareSound,
  rememberSound,
  restSound,
  sound,
  soundWanted,
  trySound,
  vibrate,
  wakeSound,
} from '../../parts/card-check/result/signal.ts'
import { signalOf } from '../../parts/card-check/verdict/signal-of-check.ts'
import { VerdictAnnouncer } from '../../parts/card-check/verdict/verdict-announcer.tsx'
import { api } from '../../platform/calls/api.ts'
import { eventsQuery } from '../../platform/calls/content-queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { createMediaQuery } from '../../ui/use-media-query.ts'
import { LookUpPanel } from './look-up/look-up-panel.tsx'
import { MemberDialog } from './look-up/member-dialog.tsx'
import { RecentChecks } from './recent-checks.tsx'
import { type Way, wayPanelId, WayTabs, wayTabId } from './way-tabs.tsx'

/**
 * Room for both ways side by side: Tailwind's `lg`. Checked in code, because a hidden panel must not hold the camera.
 */
const useWide = createMediaQuery('(min-width: 64rem)')

/** Sounds and vibrates with each verdict (undefined: another part does); the mute setting is kept for the next visit. */
function useSignal(check: Check | undefined): {
  readonly on: boolean
  readonly turn: (on: boolean) => void
} {
  const [on, setOn] = useState(() => soundWanted(localStorage))
  const heard = useRef('')
  useEffect(() => {
    const signal = check === undefined ? undefined : signalOf(check)
    if (signal === undefined || signal.of === heard.current) return
    heard.current = signal.of
    const { tone } = signal
    if (soundWanted(localStorage)) sound(tone)
    vibrate(tone)
  }, [check])
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
  function turn(next: boolean): void {
    setOn(next)
    rememberSound(localStorage, next)
    if (next) void trySound()
  }
  return { on, turn }
}

const { bridge } = platform

interface CheckerOptions {
  /** The event whose earlier check-ins are shown; '' for none. */
  readonly eventId: string
  readonly before: readonly RecentCheck[]
  /** Gets the list when the page is left. */
  readonly onLeave: (recent: readonly RecentCheck[]) => void
}

/** The checks of this page. A check under way ends with the page. */
function useChecker({ eventId, before, onLeave }: CheckerOptions): {
  readonly checker: Checker
  readonly state: CheckState
} {
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  const [checker] = useState(() =>
    createChecker({
      verify: ({ kind, text, alternatives }, signal, event) => {
        const about = {
          ...(event !== '' && { eventId: event }),
          ...(alternatives !== undefined && { alternatives: [...alternatives] }),
        }
        return api.call(
          verifyCard,
          { body: kind === 'scanned' ? { payload: text, ...about } : { cardId: text, ...about } },
          { signal },
        )
      },
      cameInHere: ownEntries.has,
      judgeHere: bridge === undefined ? undefined : (input) => judgeHere(bridge, input),
      now: () => new Date(),
      recent: before,
    }),
  )
  useEffect(() => checker.standAt(eventId), [checker, eventId])
  const state = useSyncExternalStore(checker.subscribe, checker.state)
  useEffect(() => {
    function connected(): void {
      const { check } = checker.state()
      if (check.kind === 'unchecked' && check.trouble.kind === 'offline') checker.retry()
    }
    window.addEventListener('online', connected)
    return () => {
      window.removeEventListener('online', connected)
      checker.clear() // a card without a verdict goes into the list as not checked
      checker.stop()
      leave.current(checker.state().recent)
    }
  }, [checker])
  return { checker, state }
}

interface SoundSwitchProps {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  /** Under another switch, as wide and as large as that one. */
  readonly inMenu: boolean
}

function SoundSwitch({ on, onChange, inMenu }: SoundSwitchProps) {
  const { t } = useTranslation('verification')
  if (inMenu) return <Switch label={t('sound.label')} checked={on} onChange={onChange} />
  const Icon = on ? Volume2 : VolumeX
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold text-ink hover:bg-sunken"
    >
      <Icon aria-hidden="true" size={22} className={on ? 'text-brand' : 'text-muted'} />
      {t('sound.label')}
      <span
        aria-hidden="true"
        className={cx(
          'relative h-6 w-10 rounded-full transition-colors',
          on ? 'bg-brand' : 'bg-line-strong',
        )}
      >
        <span
          className={cx(
            'absolute top-1 size-4 rounded-full bg-surface transition-[inset-inline-start]',
            on ? 'start-5' : 'start-1',
          )}
        />
      </span>
    </button>
  )
}

/**
 * The event is in the address, so that a link can name it, and a choice stays after a reload. Without one the page uses the
 * last choice, and before any choice the event that staff most likely stand at.
 * @param before the last choice on this page; undefined where there was none
 * @param kept the event of the door that this device remembers, or ''
 */
function useDoorEvent(
  before: string | undefined,
  kept: string,
): {
  /** '' for none. */
  readonly eventId: string
  /** undefined as long as nothing was chosen, nor chosen for the user. */
  readonly chosen: string | undefined
  readonly setEventId: (id: string) => void
  /** The door fills the window. In the address, so that a reload comes back to it. */
  readonly isDoor: boolean
  readonly turnDoor: (on: boolean) => void
} {
  const [search, setSearch] = useSearchParams()
  const named = search.get('event')
  const [last, setLast] = useState(before)
  const [openedAtMs] = useState(() => Date.now())
  const { data, dataUpdatedAt } = useQuery(eventsQuery)
  if (named === null && last === undefined && data !== undefined) {
    // Without a network the list may be of yesterday: what was open then is over.
    const likely = eventForDoor(data, kept, new Date(Math.max(openedAtMs, dataUpdatedAt)))
    // Once: an event that opens later must not change the one at which staff stand.
    if (likely !== '') setLast(likely)
  }
  const chosen = named === null ? last : EVENT_ID.test(named) ? named : ''
  const eventId = chosen ?? (data === undefined ? kept : '')
  const options = { replace: true, preventScrollReset: true }
  return {
    eventId,
    chosen,
    setEventId(id) {
      setLast(id)
      setSearch({ event: id }, options)
    },
    // Never for an event that nobody named: the door may check cards in by itself.
    isDoor: named !== null && eventId !== '' && search.get('door') === 'on',
    turnDoor(on) {
      setLast(eventId)
      setSearch({ event: eventId, ...(on && { door: 'on' }) }, options)
    },
  }
}

/** The door of this browser; in the desktop app the kiosk is that door. */
function DoorEntry({
  disabled,
  onOpen,
  KioskEntry,
}: {
  readonly disabled: boolean
  readonly onOpen: () => void
  readonly KioskEntry: ComponentType
}) {
  const { t } = useTranslation('verification')
  if (platform.bridge !== undefined) return <KioskEntry />
  return (
    // On a phone the camera comes first: what cannot be pressed yet takes no room there.
    <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-1', disabled && 'max-sm:hidden')}>
      {disabled && <p className="text-sm text-muted">{t('door.needsEvent')}</p>}
      <Button
        variant="secondary"
        icon={<DoorOpen aria-hidden="true" size={20} className="max-sm:hidden" />}
        disabled={disabled}
        className="max-sm:px-2 max-sm:text-sm"
        onClick={onOpen}
      >
        {t('door.open')}
      </Button>
    </div>
  )
}

/** Escape puts the card on the screen aside, also while a number is typed. */
function useEscape(checker: Checker, active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    function next(event: KeyboardEvent): void {
      if (event.key === 'Escape' && !event.defaultPrevented) checker.clear()
    }
    window.addEventListener('keydown', next)
    return () => window.removeEventListener('keydown', next)
  }, [checker, active])
}

/** A key that leads to the field of the number. */
function useNumberKey(show: () => void, when: boolean): void {
  const { t } = useTranslation('verification')
  useShortcuts([
    {
      keys: '/',
      label: t('keys.number'),
      run() {
        flushSync(show) // what is hidden takes no focus
        document.querySelector<HTMLElement>(`[name=${CARD_NUMBER_FIELD}]`)?.focus()
      },
      when,
    },
  ])
}

/** Runs after that long without a press, a key or a message of the subscription. */
function useUnused(
  limitMs: number,
  subscribe: (listener: () => void) => () => void,
  run: () => void,
): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function again(): void {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), limitMs)
    }
    again()
    const unsubscribe = subscribe(again)
    window.addEventListener('pointerdown', again)
    window.addEventListener('keydown', again)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pointerdown', again)
      window.removeEventListener('keydown', again)
    }
  }, [limitMs, subscribe])
}

interface VerificationPageProps {
  /** The door that fills the window. */
  readonly DoorScreen: ComponentType<DoorScreenProps>
  /** The way to the kiosk, for the desktop app. */
  readonly KioskEntry: ComponentType
}

/** Verification of card holders: scan a card, or look a person up. The main screen of staff at a door. */
export function VerificationPage({ DoorScreen, KioskEntry }: VerificationPageProps) {
  const { t } = useTranslation(['verification', 'scanner', 'lookUp'])
  const heading = usePageTitle(t('title'))
  const [before] = useState(doorMemory.take)
  const [owner] = useState(signedInPerson)
  const [kept] = useState(() => readDoor(localStorage))
  const { eventId, chosen, setEventId, isDoor, turnDoor } = useDoorEvent(
    before.eventId,
    kept.eventId,
  )
  const [typedGate, setGate] = useState(before.gate)
  const gate = typedGate ?? (eventId === kept.eventId ? kept.gate : '')
  // Of one event alone: at the next one a person turns it on again.
  const [byItselfAt, setByItselfAt] = useState(kept.byItself ? kept.eventId : '')
  const byItself = byItselfAt === eventId
  const { checker, state } = useChecker({
    eventId,
    before: before.recent,
    onLeave: (recent) => doorMemory.keep(owner, { recent, eventId: chosen, gate: typedGate }),
  })
  const { check, recent, waits = false } = state
  const { on: soundOn, turn: turnSound } = useSignal(isDoor ? undefined : check)
  const wide = useWide()
  const [way, setWay] = useState<Way>('scan')
  const [people, setPeople] = useState<readonly FoundMember[]>([])
  const [detailsOpen, setDetailsOpen] = useState(false)

  const start = useCallback(
    (input: CardInput): void => {
      checker.start(input)
      // A verdict is never hidden behind a dialog.
      setDetailsOpen(false)
      setWay('scan')
    },
    [checker],
  )
  const scanning = wide || way === 'scan' || isDoor
  const scanner = usePanelScanner({ active: scanning, onCard: start })

  useEffect(() => {
    if (isDoor) keepDoor(localStorage, { eventId, gate, byItself })
  }, [isDoor, eventId, gate, byItself])

  useNumberKey(() => setWay('scan'), !isDoor)
  useEscape(checker, !detailsOpen && !isDoor) // in the details, Escape closes them

  // Names and faces do not stay on an unattended screen.
  useUnused(UNUSED_LIMIT_MS, checker.subscribe, () => {
    checker.clear()
    checker.forget()
    setDetailsOpen(false)
  })

  const soundSwitch = <SoundSwitch on={soundOn} onChange={turnSound} inMenu={isDoor} />
  const eventBar = <EventBar eventId={eventId} gate={gate} onEvent={setEventId} onGate={setGate} />
  const panel = (name: Way) =>
    wide ? {} : { id: wayPanelId(name), role: 'tabpanel', 'aria-labelledby': wayTabId(name) }
  return (
    <div className="column py-5 sm:py-7">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 gap-y-3 sm:gap-x-6">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-xl headline sm:text-2xl">
          {t('title')}
        </h1>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {!isDoor && <ShortcutsHelp />}
          <DoorEntry
            disabled={eventId === ''}
            onOpen={() => turnDoor(true)}
            KioskEntry={KioskEntry}
          />
        </div>
      </div>
      {!wide && <div className="mb-4">{eventBar}</div>}
      {!wide && <WayTabs way={way} onChange={setWay} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_26rem] lg:gap-6">
        <div {...panel('scan')} hidden={!scanning}>
          {!isDoor && (
            <ScanPanel
              scanner={scanner}
              check={check}
              door={eventId === '' ? undefined : { eventId, gate }}
              onCheck={start}
              waits={waits}
              onRetry={checker.retry}
              onNext={checker.clear}
              controls={soundSwitch}
            />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
          {wide && eventBar}
          <div {...panel('lookUp')} hidden={!wide && way !== 'lookUp'}>
            <LookUpPanel
              onFound={(found) => {
                setPeople(found)
                setDetailsOpen(true)
              }}
            />
          </div>
          <RecentChecks recent={recent} onClear={checker.forget} />
        </div>
      </div>
      {isDoor ? (
        <DoorScreen
          scanner={scanner}
          check={check}
          onCheck={start}
          eventId={eventId}
          gate={gate}
          byItself={byItself}
          onByItself={(on) => setByItselfAt(on ? eventId : '')}
          waits={waits}
          soundSwitch={soundSwitch}
          onRetry={checker.retry}
          onNext={checker.clear}
          onLeave={() => {
            checker.clear()
            turnDoor(false)
          }}
        />
      ) : (
        <VerdictAnnouncer check={check} />
      )}
      <MemberDialog people={people} open={detailsOpen} onClose={() => setDetailsOpen(false)} />
    </div>
  )
}
