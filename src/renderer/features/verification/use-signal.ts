import { useEffect, useRef, useState } from 'react'
import type { Check } from './check-state.ts'
import {
  prepareSound,
  rememberSound,
  restSound,
  sound,
  soundWanted,
  trySound,
  vibrate,
  wakeSound,
} from './signal.ts'
import { signalOf } from './signal-of.ts'

/** Sounds and vibrates with each verdict; the choice of silence is kept for the next visit. */
export function useSignal(check: Check): {
  readonly on: boolean
  readonly turn: (on: boolean) => void
} {
  const [on, setOn] = useState(() => soundWanted(localStorage))
  const heard = useRef('')
  useEffect(() => {
    const signal = signalOf(check)
    if (signal === undefined || signal.of === heard.current) return
    heard.current = signal.of
    const { tone } = signal
    if (soundWanted(localStorage)) sound(tone)
    vibrate(tone)
  }, [check])
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
  function turn(next: boolean): void {
    setOn(next)
    rememberSound(localStorage, next)
    if (next) void trySound()
  }
  return { on, turn }
}
