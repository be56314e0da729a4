import type { CheckInVoices, ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { InvokeInput } from '#shared/contract/desktop/ipc.ts'
import { cutReading } from '#shared/domain/card/card-rules.ts'
/**
 * One scan after another: asks main, keeps the newest card on top, clears the screen after a while. It is no component,
 * so that a text that was read reaches main without waiting for React, and so that tests need no page.
 */
import { createListeners } from '#shared/listeners.ts'
import type { CardInput } from '../../../parts/card-check/check/check-state.ts'
import {
  nextCard,
  PAUSE_MS,
  QUEUED_SHOWN_MS,
  STOP_LEAST_MS,
} from '../../../parts/card-check/check/next-card.ts'
import { LOOKS } from '../../../parts/card-check/result/looks.ts'
import { createRecentList, type Timers } from './recent-list.ts'
import { type RecentScan, recentOf } from './recent.ts'
import { type KioskView, viewOf } from './view.ts'

type ScanInput = InvokeInput<'kiosk:scan'>[0]

export interface ScanPorts {
  readonly scan: (input: ScanInput) => Promise<ScanResult>
  readonly timers: Timers
}

interface Numbered {
  /** Grows with every scan. */
  readonly number: number
  readonly input: CardInput
}
export interface ShownResult extends Numbered {
  readonly kind: 'answer'
  readonly result: ScanResult
  readonly view: KioskView
  readonly voices: CheckInVoices | undefined
  /** Cards that were read while this stop was shown. */
  readonly others: number
}
export type ScanShown =
  | { readonly kind: 'idle' }
  | ({
      readonly kind: 'checking'
      /** The result before, shown as past for a moment, so that nothing flashes between two good cards. */
      readonly earlier: ShownResult | undefined
      /** Main takes so long that the screen says what it waits for. */
      readonly isLate: boolean
    } & Numbered)
  | ShownResult
  /** Main did not respond in time. This says nothing about the card. */
  | ({ readonly kind: 'failed' } & Numbered)
  /** Neutral, after a stop: what comes next is not taken for it. */
  | { readonly kind: 'pause' }

export interface ScansState {
  readonly shown: ScanShown
  readonly recent: readonly RecentScan[]
}

export interface Scans {
  readonly state: () => ScansState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (input: CardInput) => void
  /** What main knows of the voices of the last check-ins, at an assembly. */
  readonly tellVoices: (told: readonly CheckInVoices[]) => void
  /** A person puts the present result aside. A check that is under way is not: its result must be seen. */
  readonly clear: () => void
  /** Removes every person from the screen: before it locks, and when it closes. */
  readonly hide: () => void
}

/** Main responds in well under a second, without network too. */
export const MAIN_LIMIT_MS = 10_000
/** Then an earlier result is gone, and the screen says that it checks the next card. */
export const LATE_MS = 300
/** Voting cards are counted and handed over meanwhile. The next card clears it at once. */
export const VOICES_HOLD_MS = 30_000

export function scanInputOf({ kind, text, alternatives }: CardInput): ScanInput {
  if (kind === 'number') return { cardId: text.trim() }
  const payload = cutReading(text)
  return alternatives === undefined
    ? { payload }
    : { payload, alternatives: alternatives.map(cutReading) }
}

/** A card under check; or one that was stopped, and that its holder still shows to the camera. */
const mayBeSeenAgain = (shown: ScanShown): boolean =>
  shown.kind === 'checking' || (shown.kind === 'answer' && shown.view.look.tone === 'stop')

/** A camera sees the same card many times. */
function isKnown(input: CardInput, shown: ScanShown, waiting: readonly CardInput[]): boolean {
  const known = 'input' in shown && mayBeSeenAgain(shown) ? [shown.input, ...waiting] : waiting
  return known.some(({ kind, text }) => kind === input.kind && text === input.text)
}

const isPresent = (shown: ScanShown, number: number): boolean =>
  (shown.kind === 'checking' || shown.kind === 'failed') && shown.number === number

/** Undefined where main knows nothing new of the card that is shown. */
function withOwnVoices(
  shown: ScanShown,
  voices: readonly CheckInVoices[],
): ShownResult | undefined {
  if (shown.kind !== 'answer' || shown.voices !== undefined) return undefined
  const { checkIn } = shown.result
  const own = voices.find(
    ({ checkInId }) => checkIn.kind === 'recorded' && checkInId === checkIn.id,
  )
  return own && { ...shown, voices: own }
}

const IDLE: ScanShown = { kind: 'idle' }

export function createScans({ scan, timers }: ScanPorts): Scans {
  let state: ScansState = { shown: IDLE, recent: [] }
  let lastNumber = 0
  let voices: readonly CheckInVoices[] = []
  /** Read and not yet checked, in their order. */
  let waiting: readonly CardInput[] = []
  let shownAtMs = 0
  let screenTimer: unknown
  const listeners = createListeners()
  const recentList = createRecentList(timers, (recent) => set({ recent }))

  function set(next: Partial<ScansState>): void {
    state = { ...state, ...next }
    listeners.call()
  }
  function show(shown: ScanShown, forMs: number | null, then: () => void): void {
    shownAtMs = timers.nowMs()
    plan(forMs, then)
    set({ shown })
  }
  function plan(forMs: number | null, then: () => void): void {
    timers.clearTimeout(screenTimer)
    screenTimer = forMs === null ? undefined : timers.setTimeout(then, forMs)
  }
  /** The present result ends. After a stop the screen is neutral for a moment, whatever comes next. */
  function leave(): void {
    const { shown } = state
    if (shown.kind === 'answer' && shown.view.look.tone === 'stop')
      show({ kind: 'pause' }, PAUSE_MS, proceed)
    else proceed()
  }
  function proceed(): void {
    const [next, ...rest] = waiting
    waiting = rest
    if (next !== undefined) check(next)
    else if (state.shown.kind !== 'idle') show(IDLE, null, leave)
  }
  function check(input: CardInput): void {
    lastNumber += 1
    const number = lastNumber
    const { shown } = state
    void scan(scanInputOf(input)).then(
      (result) => settle(number, input, result),
      () => fail(number, input),
    )
    const checking = { kind: 'checking', number, input } as const
    const earlier = shown.kind === 'answer' ? shown : undefined
    show({ ...checking, earlier, isLate: false }, LATE_MS, () =>
      show({ ...checking, earlier: undefined, isLate: true }, MAIN_LIMIT_MS - LATE_MS, () =>
        fail(number, input),
      ),
    )
  }
  function fail(number: number, input: CardInput): void {
    if (!isPresent(state.shown, number)) return
    const holdMs = waiting.length === 0 ? LOOKS.unchecked.holdMs : QUEUED_SHOWN_MS
    show({ kind: 'failed', number, input }, holdMs, leave)
  }
  function settle(number: number, input: CardInput, result: ScanResult): void {
    const view = viewOf(result, timers.nowMs())
    // In the list even when another card is on the screen by now: it was checked in all the same.
    recentList.add(recentOf(number, timers.nowMs(), result, view))
    if (isPresent(state.shown, number)) {
      const isStop = view.look.tone === 'stop'
      const others = isStop ? waiting.length : 0
      if (view.look.holdMs === null) waiting = [] // it stays until a person dismisses it: see next-card.ts
      const queuedMs = isStop ? STOP_LEAST_MS : QUEUED_SHOWN_MS
      show(
        { kind: 'answer', number, input, result, view, voices: undefined, others },
        waiting.length === 0 ? view.look.holdMs : queuedMs,
        leave,
      )
    }
    applyVoices()
  }
  function applyVoices(): void {
    recentList.tellVoices(voices)
    const shown = withOwnVoices(state.shown, voices)
    if (shown === undefined) return
    if (waiting.length === 0) plan(VOICES_HOLD_MS, leave)
    set({ shown })
  }

  return {
    state: () => state,
    subscribe: listeners.add,
    start(input) {
      const { shown } = state
      if (isKnown(input, shown, waiting)) return
      const next = nextCard({
        kind: shown.kind,
        look: shown.kind === 'answer' ? shown.view.look : undefined,
        shownMs: timers.nowMs() - shownAtMs,
        waiting: waiting.length,
      })
      if (next.kind === 'check') {
        check(input)
        return
      }
      if (next.kind === 'wait') {
        waiting = [...waiting, input]
        if (next.endMs !== undefined) plan(next.endMs, leave)
      }
      if (shown.kind === 'answer') set({ shown: { ...shown, others: shown.others + 1 } })
    },
    tellVoices(told) {
      voices = told
      applyVoices()
    },
    clear() {
      if (state.shown.kind === 'answer' || state.shown.kind === 'failed') leave()
    },
    hide() {
      waiting = []
      show(IDLE, null, leave)
      recentList.hideNames()
    },
  }
}
