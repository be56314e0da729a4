import { useEffect, useState } from 'react'

/** Whether a camera is plugged in; undefined until the computer said so. */
export function useCameraPresent(): boolean | undefined {
  const [present, setPresent] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    let gone = false
    async function look(): Promise<void> {
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      if (!gone) setPresent(devices.some(({ kind }) => kind === 'videoinput'))
    }
    const changed = (): void => void look()
    changed()
    navigator.mediaDevices.addEventListener('devicechange', changed)
    return () => {
      gone = true
      navigator.mediaDevices.removeEventListener('devicechange', changed)
    }
  }, [])
  return present
}
