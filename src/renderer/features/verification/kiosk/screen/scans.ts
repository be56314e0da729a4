/**
 * One scan after another: asks main, keeps the newest card on top, clears the screen after a while. It is no component,
 * so that a text that was read reaches main without waiting for React, and so that tests need no page.
 */
import { createListeners } from '#shared/listeners.ts'
import type { InvokeInput } from '#shared/contract/desktop/ipc.ts'
import type { CheckInVoices, ScanAnswer } from '#shared/contract/desktop/ipc-desktop.ts'
import { cutReading } from '#shared/domain/card/card-rules.ts'
import type { CardInput } from '../../check/check-state.ts'
import {
  nextNameEndsMs,
  type RecentScan,
  recentOf,
  remember,
  withoutNames,
  withoutOldNames,
  withVoices,
} from './recent.ts'
import { type KioskView, viewOf } from './view.ts'

type ScanInput = InvokeInput<'kiosk:scan'>[0]

export interface Timers {
  readonly nowMs: () => number
  readonly setTimeout: (run: () => void, delayMs: number) => unknown
  readonly clearTimeout: (timer: unknown) => void
}

export interface ScanPorts {
  readonly scan: (input: ScanInput) => Promise<ScanAnswer>
  readonly timers: Timers
}

interface Numbered {
  /** Grows with every scan. */
  readonly number: number
  readonly input: CardInput
}
export type Shown =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'checking' } & Numbered)
  | ({
      readonly kind: 'answer'
      readonly answer: ScanAnswer
      readonly view: KioskView
      readonly voices: CheckInVoices | undefined
    } & Numbered)
  /** Main did not respond in time. This says nothing about the card. */
  | ({ readonly kind: 'failed' } & Numbered)

export interface ScansState {
  readonly shown: Shown
  readonly recent: readonly RecentScan[]
}

export interface Scans {
  readonly state: () => ScansState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (input: CardInput) => void
  /** What main knows of the voices of the last check-ins, at an assembly. */
  readonly tellVoices: (told: readonly CheckInVoices[]) => void
  /** Puts the present result aside. */
  readonly clear: () => void
  /** Removes every person from the screen: before it locks, and when it closes. */
  readonly hide: () => void
}

/** Main responds in well under a second, without network too. */
export const MAIN_LIMIT_MS = 10_000
/** A failure stays long enough to be read. */
const FAILURE_HOLD_MS = 15_000
/** Voting cards are counted and handed over meanwhile. The next card clears it at once. */
export const VOICES_HOLD_MS = 30_000

export function scanInputOf({ kind, text, alternative }: CardInput): ScanInput {
  if (kind === 'number') return { cardId: text.trim() }
  const payload = cutReading(text)
  return alternative === undefined ? { payload } : { payload, alternative: cutReading(alternative) }
}

const IDLE: Shown = { kind: 'idle' }

export function createScans({ scan, timers }: ScanPorts): Scans {
  let state: ScansState = { shown: IDLE, recent: [] }
  let lastNumber = 0
  let voices: readonly CheckInVoices[] = []
  let screenTimer: unknown
  let namesTimer: unknown
  const listeners = createListeners()

  function set(next: Partial<ScansState>): void {
    state = { ...state, ...next }
    listeners.call()
  }
  function show(shown: Shown, forMs: number | null, then: () => void): void {
    timers.clearTimeout(screenTimer)
    screenTimer = forMs === null ? undefined : timers.setTimeout(then, forMs)
    set({ shown })
  }
  function clear(): void {
    if (state.shown.kind !== 'idle') show(IDLE, null, clear)
  }
  function planForgetting(): void {
    timers.clearTimeout(namesTimer)
    const endsMs = nextNameEndsMs(state.recent)
    namesTimer =
      endsMs === undefined
        ? undefined
        : timers.setTimeout(forgetNames, Math.max(0, endsMs - timers.nowMs()))
  }
  function forgetNames(): void {
    set({ recent: withoutOldNames(state.recent, timers.nowMs()) })
    planForgetting()
  }

  const isPresent = (number: number): boolean =>
    (state.shown.kind === 'checking' || state.shown.kind === 'failed') &&
    state.shown.number === number

  function fail(number: number, input: CardInput): void {
    if (isPresent(number)) show({ kind: 'failed', number, input }, FAILURE_HOLD_MS, clear)
  }
  function settle(number: number, input: CardInput, answer: ScanAnswer): void {
    const view = viewOf(answer, timers.nowMs())
    // In the list even when another card is on the screen by now: it was checked in all the same.
    set({
      recent: remember(
        withoutOldNames(state.recent, timers.nowMs()),
        recentOf(number, timers.nowMs(), answer, view),
      ),
    })
    planForgetting()
    if (isPresent(number))
      show(
        { kind: 'answer', number, input, answer, view, voices: undefined },
        view.look.holdMs,
        clear,
      )
    applyVoices()
  }
  function applyVoices(): void {
    const { shown, recent } = state
    if (voices.length > 0) set({ recent: withVoices(recent, voices) })
    if (shown.kind !== 'answer' || shown.voices !== undefined) return
    const { checkIn } = shown.answer
    const own = voices.find(
      ({ checkInId }) => checkIn.kind === 'recorded' && checkInId === checkIn.id,
    )
    if (own !== undefined) show({ ...shown, voices: own }, VOICES_HOLD_MS, clear)
  }

  return {
    state: () => state,
    subscribe: listeners.add,
    start(input) {
      const { shown } = state
      // A camera sees the card under check many times.
      if (
        shown.kind === 'checking' &&
        shown.input.kind === input.kind &&
        shown.input.text === input.text
      )
        return
      lastNumber += 1
      const number = lastNumber
      void scan(scanInputOf(input)).then(
        (answer) => settle(number, input, answer),
        () => fail(number, input),
      )
      show({ kind: 'checking', number, input }, MAIN_LIMIT_MS, () => fail(number, input))
    },
    tellVoices(told) {
      voices = told
      applyVoices()
    },
    clear,
    hide() {
      clear()
      set({ recent: withoutNames(state.recent) })
      planForgetting()
    },
  }
}
