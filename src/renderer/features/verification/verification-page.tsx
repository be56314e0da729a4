import { useCallback, useEffect, useState } from 'react'
import { platform } from '@platform'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { usePageTitle } from '../../ui/page.tsx'
import { EventBar } from './check-in/event-bar.tsx'
import type { CardInput } from './check-state.ts'
import { doorMemory, signedInPerson } from './door.ts'
import { UNUSED_LIMIT_MS } from './door-memory.ts'
import { KioskEntry } from './kiosk/kiosk-entry.tsx'
import { LookUpPanel } from './look-up/look-up-panel.tsx'
import { MemberDialog } from './look-up/member-dialog.tsx'
import { RecentChecks } from './recent-checks.tsx'
import { ScanPanel } from './scan/scan-panel.tsx'
import { useScannerFeed } from './scan/use-scanner-feed.ts'
import { SoundSwitch } from './sound-switch.tsx'
import { useChecker } from './use-checker.ts'
import { useSignal } from './use-signal.ts'
import { useUnused } from './use-unused.ts'
import { useWide } from './use-wide.ts'
import { VerdictAnnouncer } from './verdict-announcer.tsx'
import { type Way, wayPanelId, Ways, wayTabId } from './ways.tsx'

const EVENT_ID = /^[A-Za-z0-9-]{1,40}$/

/** The event stands in the address, so that a link can name it; coming back without one goes on with the last. */
function useDoorEvent(before: string): readonly [string, (id: string) => void] {
  const [search, setSearch] = useSearchParams()
  const named = search.get('event')
  const [last, setLast] = useState(before)
  const eventId = named === null ? last : EVENT_ID.test(named) ? named : ''
  return [
    eventId,
    (id) => {
      setLast(id)
      setSearch(id === '' ? {} : { event: id }, { replace: true, preventScrollReset: true })
    },
  ]
}

/** Verification of card holders: scan a card, or look a person up. The main screen of staff at a door. */
export function VerificationPage() {
  const { t } = useTranslation(['verification', 'scanner', 'search'])
  const heading = usePageTitle(t('title'))
  const [before] = useState(doorMemory.take)
  const [owner] = useState(signedInPerson)
  const [eventId, setEventId] = useDoorEvent(before.eventId)
  const [gate, setGate] = useState(before.gate)
  const { checker, state } = useChecker({
    eventId,
    before: before.recent,
    onLeave: (recent) => doorMemory.keep(owner, { recent, eventId, gate }),
  })
  const { check, recent } = state
  const { on: soundOn, turn: turnSound } = useSignal(check)
  const wide = useWide()
  const [way, setWay] = useState<Way>('scan')
  const [people, setPeople] = useState<readonly FoundMember[]>([])
  const [detailsOpen, setDetailsOpen] = useState(false)

  const start = useCallback(
    (input: CardInput): void => {
      checker.start(input)
      // A verdict is never hidden behind something else.
      setDetailsOpen(false)
      setWay('scan')
    },
    [checker],
  )
  const scanning = wide || way === 'scan'
  const feed = useScannerFeed({ active: scanning, onCard: start })

  useEffect(() => {
    if (detailsOpen) return undefined // there, Escape closes the details
    function next(event: KeyboardEvent): void {
      if (event.key === 'Escape' && !event.defaultPrevented) checker.clear()
    }
    window.addEventListener('keydown', next)
    return () => window.removeEventListener('keydown', next)
  }, [checker, detailsOpen])

  // Names and faces do not stand on a screen that nobody looks after.
  useUnused(UNUSED_LIMIT_MS, checker.subscribe, () => {
    checker.clear()
    checker.forget()
    setDetailsOpen(false)
  })

  const eventBar = (
    <EventBar
      eventId={eventId}
      gate={gate}
      onEvent={(id) => {
        checker.clear() // what is on the screen was asked for another event
        setEventId(id)
      }}
      onGate={setGate}
    />
  )
  const panel = (name: Way) =>
    wide ? {} : { id: wayPanelId(name), role: 'tabpanel', 'aria-labelledby': wayTabId(name) }
  return (
    <div className="column py-5 sm:py-7">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl headline">
          {t('title')}
        </h1>
        {platform.shell !== undefined && <KioskEntry />}
      </div>
      {!wide && <div className="mb-4">{eventBar}</div>}
      {!wide && <Ways way={way} onChange={setWay} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6">
        <div {...panel('scan')} hidden={!scanning}>
          <ScanPanel
            feed={feed}
            check={check}
            door={eventId === '' ? undefined : { eventId, gate }}
            onCheck={start}
            onRetry={checker.retry}
            onNext={checker.clear}
            controls={<SoundSwitch on={soundOn} onChange={turnSound} />}
          />
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
      <VerdictAnnouncer check={check} />
      <MemberDialog people={people} open={detailsOpen} onClose={() => setDetailsOpen(false)} />
    </div>
  )
}
