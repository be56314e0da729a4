import { useCallback, useSyncExternalStore } from 'react'

/** Whole seconds until `endsAt`, rounded up: 0 only when the time has come. */
export const secondsUntil = (endsAt: number | undefined, nowMs: number): number =>
  endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - nowMs) / 1_000))

/** How long the present number of seconds stays right. */
export const untilNextSecond = (endsAt: number, nowMs: number): number =>
  (endsAt - nowMs) % 1_000 || 1_000

/** `75` as `1:15`; digits and colon run left to right in every language. */
export const asClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Seconds left until a moment (`Date.now()` milliseconds), counted by the clock and not by ticks: a tab that slept
 * shows the right number when it wakes.
 */
export function useCountdown(endsAt: number | undefined): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (endsAt === undefined) return () => undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      const tick = (): void => {
        clearTimeout(timer)
        changed()
        plan()
      }
      const plan = (): void => {
        const now = Date.now()
        if (endsAt > now) timer = setTimeout(tick, untilNextSecond(endsAt, now))
      }
      plan()
      document.addEventListener('visibilitychange', tick)
      return () => {
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', tick)
      }
    },
    [endsAt],
  )
  return useSyncExternalStore(subscribe, () => secondsUntil(endsAt, Date.now()))
}
