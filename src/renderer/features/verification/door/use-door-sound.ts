import { useEffect, useRef } from 'react'
import { sound, soundWanted, vibrate } from '../verdict/signal.ts'
import type { DoorView } from './door-view.ts'

/** Each result sounds once. */
export function useDoorSound({ signal }: Pick<DoorView, 'signal'>): void {
  const heard = useRef('')
  const of = signal?.of
  const tone = signal?.tone
  useEffect(() => {
    if (of === undefined || tone === undefined || of === heard.current) return
    heard.current = of
    if (soundWanted(localStorage)) sound(tone)
    vibrate(tone)
  }, [of, tone])
}
