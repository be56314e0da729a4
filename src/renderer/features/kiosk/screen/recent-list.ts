/** The list of recent scans as time passes: names leave it by themselves. The rules are in recent.ts. */
import type { CheckInVoices } from '#shared/contract/desktop/ipc-desktop.ts'
import {
  nextNameEndsMs,
  type RecentScan,
  remember,
  withoutNames,
  withoutOldNames,
  withVoices,
} from './recent.ts'

/** Time as the screen of a kiosk uses it. It comes in as an argument, so that tests need no clock. */
export interface Timers {
  readonly nowMs: () => number
  readonly setTimeout: (run: () => void, delayMs: number) => unknown
  readonly clearTimeout: (timer: unknown) => void
}

export interface RecentList {
  readonly add: (scan: RecentScan) => void
  readonly tellVoices: (told: readonly CheckInVoices[]) => void
  readonly hideNames: () => void
}

export function createRecentList(
  timers: Timers,
  changed: (recent: readonly RecentScan[]) => void,
): RecentList {
  let recent: readonly RecentScan[] = []
  let timer: unknown

  function set(next: readonly RecentScan[]): void {
    recent = next
    changed(next)
  }
  function planForgetting(): void {
    timers.clearTimeout(timer)
    const endsMs = nextNameEndsMs(recent)
    timer =
      endsMs === undefined
        ? undefined
        : timers.setTimeout(forgetNames, Math.max(0, endsMs - timers.nowMs()))
  }
  function forgetNames(): void {
    set(withoutOldNames(recent, timers.nowMs()))
    planForgetting()
  }
  return {
    add(scan) {
      set(remember(withoutOldNames(recent, timers.nowMs()), scan))
      planForgetting()
    },
    tellVoices(told) {
      if (told.length > 0) set(withVoices(recent, told))
    },
    hideNames() {
      set(withoutNames(recent))
      planForgetting()
    },
  }
}
