import { useEffect, useEffectEvent } from 'react'
import {
  prepareSound,
  restSound,
  type Signal,
  sound,
  trySound,
  vibrate,
  wakeSound,
} from '../../verdict/signal.ts'
import type { Shown } from './scans.ts'

function signalOf(shown: Shown): Signal | undefined {
  if (shown.kind === 'answer') return shown.view.signal
  return shown.kind === 'failed' ? 'unsure' : undefined
}

/** Plays the sound of each result once. */
export function useKioskSignal(shown: Shown, on: boolean): void {
  const signal = useEffectEvent((what: Signal) => {
    if (on) sound(what)
    vibrate(what)
  })
  useEffect(() => {
    const what = signalOf(shown)
    if (what !== undefined) signal(what)
  }, [shown])
  useEffect(() => (on ? prepareSound() : undefined), [on])
  useEffect(() => {
    window.addEventListener('pointerup', wakeSound)
    window.addEventListener('keydown', wakeSound)
    return () => {
      window.removeEventListener('pointerup', wakeSound)
      window.removeEventListener('keydown', wakeSound)
      restSound()
    }
  }, [])
}

export const tryKioskSound = (): void => void trySound()
