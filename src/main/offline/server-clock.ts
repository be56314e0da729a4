/**
 * The server's time, as well as it is known without the server. The clock of a computer at a door
 * may be wrong, or be set while the app runs; the age of the list must not follow it.
 *
 * The measure is a monotonic counter that also counts while the computer sleeps: the time since
 * the system started. (`performance.now` and `process.hrtime` stand still in sleep on Linux,
 * and a laptop that slept for two hours would look like one whose clock was set.)
 * - Once the server responded in this run, its time plus the counter is used, whatever the clock
 *   says.
 * - Before that the clock is used, if it is not before the last known time of the server, and not
 *   set back while the app runs. A clock that was before that time cannot be corrected: the time is
 *   then not known.
 */
import { CLOCK_TOLERANCE_S } from '#shared/domain/card/kiosk-rules.ts'
import { sinceSystemStartMs } from '../base/timers.ts'

interface ClockReading {
  /** The server's time; where it is not known, the earliest moment that it can be. */
  readonly nowMs: number
  readonly known: boolean
  /** This computer's clock minus the server's; null: never compared in this run. */
  readonly offS: number | null
  readonly wrong: boolean
}

export interface ServerClock {
  read(): ClockReading
  /** Takes the time that the server just sent. */
  note(serverMs: number): void
  /** The last known time of the server. */
  lastKnownMs(): number | undefined
}

export interface ServerClockOptions {
  readonly now: () => Date
  readonly monotonicMs?: (() => number) | undefined
  /** From an earlier run. */
  readonly lastKnownMs: number | undefined
}

const TOLERANCE_MS = CLOCK_TOLERANCE_S * 1_000

export function createServerClock({
  now,
  monotonicMs = sinceSystemStartMs,
  lastKnownMs: fromEarlier,
}: ServerClockOptions): ServerClock {
  const wall = (): number => now().getTime()
  let lastKnownMs = fromEarlier
  let heard: { readonly serverMs: number; readonly counterMs: number } | undefined
  const began = { wallMs: wall(), counterMs: monotonicMs() }
  const tooEarly = (wallMs: number): boolean =>
    lastKnownMs !== undefined && wallMs < lastKnownMs - TOLERANCE_MS

  function alone(): ClockReading {
    const wallMs = wall()
    if (tooEarly(wallMs))
      return { nowMs: lastKnownMs ?? wallMs, known: false, offS: null, wrong: true }
    const expectedMs = began.wallMs + monotonicMs() - began.counterMs
    const jumpMs = wallMs - expectedMs
    // A clock that was impossibly early at the start and is not now has been corrected.
    const wrong = Math.abs(jumpMs) > TOLERANCE_MS && !tooEarly(began.wallMs)
    // Set back, the counter is right; set forward, there is no proof: the later time makes the list older, which is safe.
    return { nowMs: jumpMs < -TOLERANCE_MS ? expectedMs : wallMs, known: true, offS: null, wrong }
  }

  return {
    read() {
      if (heard === undefined) return alone()
      const nowMs = heard.serverMs + monotonicMs() - heard.counterMs
      const offMs = wall() - nowMs
      return {
        nowMs,
        known: true,
        offS: Math.round(offMs / 1_000),
        wrong: Math.abs(offMs) > TOLERANCE_MS,
      }
    },
    note(serverMs) {
      if (!Number.isFinite(serverMs)) return
      heard = { serverMs, counterMs: monotonicMs() }
      lastKnownMs = serverMs
    },
    lastKnownMs: () => lastKnownMs,
  }
}
