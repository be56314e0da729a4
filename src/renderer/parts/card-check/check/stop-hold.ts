import { LOOKS } from '../result/looks.ts'
import { resultOfReply } from '../result/result.ts'
import type { CardInput, Check } from './check-state.ts'
/** A stop stays: the card of a friend must not turn the screen green before staff look up (ADR 0069). */
import { PAUSE_MS, STOP_LEAST_MS } from './next-card.ts'

interface StopHoldPorts {
  /** The stop was there long enough, and a card waits. */
  readonly seen: () => void
  /** Its turn has come. */
  readonly next: (input: CardInput) => void
}

export interface StopHold {
  /** The check that is on the screen from now on. */
  readonly show: (check: Check) => void
  /** True: this card is not to be checked now. The newest one that is no repetition of the stop itself waits. */
  readonly keeps: (input: CardInput) => boolean
  readonly waits: () => boolean
  readonly end: () => void
}

function isStop(check: Check): boolean {
  if (check.kind === 'shown') return LOOKS[resultOfReply(check.reply, 'online')].tone === 'stop'
  return (
    check.kind === 'unchecked' &&
    check.offline !== undefined &&
    LOOKS[resultOfReply(check.offline.reply, 'offline')].tone === 'stop'
  )
}

export function createStopHold({ seen, next }: StopHoldPorts): StopHold {
  let onScreen: Check = { kind: 'idle' }
  let stopTimer: ReturnType<typeof setTimeout> | undefined
  let pauseTimer: ReturnType<typeof setTimeout> | undefined
  let waiting: CardInput | undefined

  function end(): void {
    clearTimeout(stopTimer)
    clearTimeout(pauseTimer)
    stopTimer = undefined
    pauseTimer = undefined
    waiting = undefined
  }
  function goOn(): void {
    const input = waiting
    end()
    if (input !== undefined) next(input)
  }
  return {
    show(check) {
      const wasStop = isStop(onScreen)
      onScreen = check
      clearTimeout(stopTimer)
      stopTimer = undefined
      if (isStop(check))
        stopTimer = setTimeout(() => {
          stopTimer = undefined
          if (waiting !== undefined) seen()
        }, STOP_LEAST_MS)
      // The neutral screen between a stop and the next card, so that the change is seen.
      else if (wasStop && check.kind === 'idle') pauseTimer = setTimeout(goOn, PAUSE_MS)
    },
    keeps({ kind, text, ...rest }) {
      if (stopTimer === undefined && pauseTimer === undefined) return false
      const isSame =
        'input' in onScreen && onScreen.input.kind === kind && onScreen.input.text === text
      if (!isSame) waiting = { kind, text, ...rest } // the newest alone: its holder is the one at the door
      return true
    },
    waits: () => waiting !== undefined,
    end,
  }
}
