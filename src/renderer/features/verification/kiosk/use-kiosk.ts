/** What main reports of the kiosk, the outbox, the offline list and the settings, for components. Desktop only. */
import { platform } from '@platform'
import { useEffect, useSyncExternalStore } from 'react'
import type { Bridge } from '#shared/contract/ipc.ts'
import type { KioskScreen } from '#shared/contract/ipc-desktop.ts'
import { createPushed, type Pushed, type Reading } from './pushed.ts'

/** The routes that lead here exist in the desktop app alone. */
export function shell(): Bridge {
  if (platform.shell === undefined) throw new Error('The kiosk is part of the desktop app')
  return platform.shell
}

/** When this page learned that the server is out of reach. */
let offlineSinceMs: number | undefined

async function askKiosk() {
  const state = await shell().invoke('kiosk:state')
  offlineSinceMs = state.connection === 'offline' ? (offlineSinceMs ?? Date.now()) : undefined
  return { ...state, offlineSinceMs }
}
export type KioskNow = Awaited<ReturnType<typeof askKiosk>>

export const kiosk = createPushed({
  ask: askKiosk,
  listen: (changed) => shell().on('kiosk:changed', changed),
})
export const queue = createPushed({
  ask: () => shell().invoke('queue:state'),
  listen: (changed) => shell().on('queue:changed', changed),
})
export const offline = createPushed({
  ask: () => shell().invoke('offline:state'),
  listen: (changed) => shell().on('offline:changed', changed),
})
const settings = createPushed({
  ask: () => shell().invoke('settings:get'),
  listen: (changed) => shell().on('settings:changed', changed),
})

function useReading<T>({ subscribe, get }: Pushed<T>): Reading<T> {
  return useSyncExternalStore(subscribe, get)
}
export const useKiosk = () => useReading(kiosk)
export const useQueue = () => useReading(queue)

const AGES_EVERY_MS = 60_000
/** Read again each minute: the age of the list grows without a message from main. */
export function useOffline() {
  useEffect(() => {
    const timer = setInterval(() => void offline.reread(), AGES_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return useReading(offline)
}

const PLAIN: KioskScreen = { sound: true, highContrast: false, hand: 'right' }

/** The settings of the screen; `change` applies at once and main keeps it. */
export function useScreenChoices(): {
  readonly choices: KioskScreen
  readonly change: (next: Partial<KioskScreen>) => void
} {
  const { value } = useReading(settings)
  const choices = value?.kioskScreen ?? PLAIN
  function change(next: Partial<KioskScreen>): void {
    if (value !== undefined) settings.put({ ...value, kioskScreen: { ...choices, ...next } })
    void shell()
      .invoke('settings:change', { kioskScreen: next })
      .then(settings.put, () => settings.reread())
  }
  return { choices, change }
}
