import { useState, useSyncExternalStore } from 'react'
import { createScans, type Scans, type ScansState, type Timers } from './scans.ts'
import { shell } from './use-kiosk.ts'

const timers: Timers = {
  nowMs: () => Date.now(),
  setTimeout: (run, delayMs) => window.setTimeout(run, delayMs),
  clearTimeout: (timer) => window.clearTimeout(timer as number | undefined), // as: it came from the line above
}

export function useScans(): { readonly scans: Scans; readonly state: ScansState } {
  const [scans] = useState(() =>
    createScans({ scan: (input) => shell().invoke('kiosk:scan', input), timers }),
  )
  return { scans, state: useSyncExternalStore(scans.subscribe, scans.state) }
}
