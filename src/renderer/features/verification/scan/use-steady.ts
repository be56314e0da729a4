import { useEffect, useState } from 'react'
import type { PanelScanner } from './panel-scanner.ts'

/**
 * The state of the camera without the flicker of its retries. A busy camera is tried every few seconds, and a text that
 * appears and disappears with each try can be neither read nor heard.
 */
export function useSteadyCamera(camera: PanelScanner['camera']): PanelScanner['camera'] {
  const [shown, setShown] = useState(camera)
  const triesAgain = shown === 'busy' && camera === 'starting'
  if (shown === camera || triesAgain) return shown
  setShown(camera) // React renders again at once, before anything is painted
  return camera
}

/** True once `on` has been true for a while without a break. */
export function useLasting(on: boolean, forMs: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!on) return undefined
    const timer = setTimeout(() => setLasting(true), forMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [on, forMs])
  return on && lasting
}
