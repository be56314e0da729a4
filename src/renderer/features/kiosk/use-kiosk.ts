/** What main reports of the kiosk, the outbox, the offline list and the settings, for components. Desktop only. */
import { useEffect, useSyncExternalStore } from 'react'
import type { KioskScreen } from '#shared/contract/desktop/ipc-desktop.ts'
import { bridge } from '../../platform/bridge.ts'
import { createPushed, type Pushed, type Reading } from './pushed-state.ts'

/** When this page learned that the server is out of reach. */
let offlineSinceMs: number | undefined

async function askKiosk() {
  const state = await bridge().invoke('kiosk:state')
  offlineSinceMs = state.connection === 'offline' ? (offlineSinceMs ?? Date.now()) : undefined
  return { ...state, offlineSinceMs }
}
export type KioskNow = Awaited<ReturnType<typeof askKiosk>>

export const kiosk = createPushed({
  ask: askKiosk,
  listen: (changed) => bridge().on('kiosk:changed', changed),
})
export const queue = createPushed({
  ask: () => bridge().invoke('queue:state'),
  listen: (changed) => bridge().on('queue:changed', changed),
})
export const doors = createPushed({
  ask: () => bridge().invoke('doors:state'),
  listen: (changed) => bridge().on('doors:changed', changed),
})
export const offline = createPushed({
  ask: () => bridge().invoke('offline:state'),
  listen: (changed) => bridge().on('offline:changed', changed),
})
const settings = createPushed({
  ask: () => bridge().invoke('settings:get'),
  listen: (changed) => bridge().on('settings:changed', changed),
})

function useReading<T>({ subscribe, get }: Pushed<T>): Reading<T> {
  return useSyncExternalStore(subscribe, get)
}
export const useKiosk = () => useReading(kiosk)
export const useQueue = () => useReading(queue)
export const useDoors = () => useReading(doors)

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
    void bridge()
      .invoke('settings:change', { kioskScreen: next })
      .then(settings.put, () => settings.reread())
  }
  return { choices, change }
}
