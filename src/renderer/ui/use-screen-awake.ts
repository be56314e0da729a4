import { useEffect } from 'react'

/**
 * Keeps the screen on while `active`. The browser releases the lock when the page is hidden, so it is requested again
 * when the page is back. Where it is refused or unknown the screen dims as usual; nothing else depends on it.
 */
export function useScreenAwake(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let current = true
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (current) lock = taken
      else void taken?.release()
    }
    const onVisible = (): void => void take()
    void take()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      current = false
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [active])
}
