import { useState } from 'react'
import type { PinResult } from '#shared/contract/desktop/pin-result.ts'
import { KIOSK_PIN } from '#shared/domain/card/kiosk-rules.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'
import { useCountdown } from '../../ui/feedback/countdown.ts'

export const PIN_MOST_DIGITS = 12

export type PinTrouble =
  | { readonly kind: 'short' }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'failed' }

export interface PinEntry {
  readonly pin: string
  readonly busy: boolean
  readonly trouble: PinTrouble | undefined
  /** Seconds until the next try; 0: now. */
  readonly waitS: number
  readonly change: (pin: string) => void
  readonly submit: () => void
}

/** A PIN on its way to main. It is in this state until it is sent, and nowhere else. */
export function usePin(send: (pin: string) => Promise<PinResult>, onDone: () => void): PinEntry {
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<PinTrouble | undefined>(undefined)
  const [waitUntilMs, setWaitUntilMs] = useState<number | undefined>(undefined)
  const waitS = useCountdown(waitUntilMs)

  async function ask(): Promise<void> {
    setBusy(true)
    setPin('')
    try {
      const reply = await send(pin)
      setTrouble(reply.ok ? undefined : { kind: 'wrong', triesLeft: reply.triesLeft })
      setWaitUntilMs(reply.ok || reply.waitS <= 0 ? undefined : Date.now() + reply.waitS * 1_000)
      if (reply.ok) onDone()
    } catch {
      setTrouble({ kind: 'failed' })
    }
    setBusy(false)
  }

  return {
    pin,
    busy,
    trouble,
    waitS,
    change(next) {
      setPin(onlyDigits(next).slice(0, PIN_MOST_DIGITS))
      setTrouble(undefined)
    },
    submit() {
      if (busy || waitS > 0) return
      if (KIOSK_PIN.test(pin)) void ask()
      else setTrouble({ kind: 'short' })
    },
  }
}
