/**
 * How often a PIN may be tried. Only the number of wrong ones survives a restart; the wait follows from it and runs by a
 * clock that nobody can set. A restart therefore begins the wait anew: longer for the honest, never shorter for the others.
 */
import { PIN_TRIES, PIN_WAIT_MAX_S, PIN_WAIT_S } from '#shared/domain/kiosk-rules.ts'

/** Seconds to wait after so many wrong PINs one after another. */
export function waitAfter(wrong: number): number {
  if (wrong < PIN_TRIES) return 0
  // Beyond some dozens a power would pass every limit of numbers; the wait has long been at its largest.
  return Math.min(PIN_WAIT_MAX_S, PIN_WAIT_S * 2 ** Math.min(wrong - PIN_TRIES, 30))
}

export const triesLeft = (wrong: number): number => Math.max(0, PIN_TRIES - wrong)

export interface PinGateOptions {
  /** Wrong PINs so far, one after another. */
  readonly wrong: number
  readonly matches: (pin: string) => Promise<boolean>
  /** Resolves when the number is kept. */
  readonly keep: (wrong: number) => Promise<void>
  readonly monotonicMs: () => number
}
export type PinTry =
  | { readonly ok: true }
  | { readonly ok: false; readonly triesLeft: number; readonly waitS: number }

export interface PinGate {
  /** @param pin undefined: what was typed cannot be a PIN, which costs no try */
  try(pin: string | undefined): Promise<PinTry>
}

export function createPinGate({
  wrong: wrongBefore,
  matches,
  keep,
  monotonicMs,
}: PinGateOptions): PinGate {
  let wrong = wrongBefore
  let openAtMs = monotonicMs() + waitAfter(wrong) * 1_000
  let last: Promise<unknown> = Promise.resolve()

  const refused = (): PinTry => ({
    ok: false,
    triesLeft: triesLeft(wrong),
    waitS: Math.max(0, Math.ceil((openAtMs - monotonicMs()) / 1_000)),
  })

  async function attempt(pin: string | undefined): Promise<PinTry> {
    if (pin === undefined || monotonicMs() < openAtMs) return refused()
    // Counted before it is looked at: who ends the app in the middle of a try has had it.
    wrong += 1
    await keep(wrong)
    if (!(await matches(pin))) {
      openAtMs = monotonicMs() + waitAfter(wrong) * 1_000
      return refused()
    }
    wrong = 0
    await keep(wrong)
    return { ok: true }
  }

  return {
    /** One after another: tries side by side would all be looked at before the first one counts. */
    try(pin) {
      const result = last.then(() => attempt(pin))
      last = result.catch(() => undefined)
      return result
    },
  }
}
