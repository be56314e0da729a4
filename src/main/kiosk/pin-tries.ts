/**
 * Limits the tries of a PIN. Only the number of wrong tries survives a restart; the wait follows
 * from it and uses a clock that no user can set. A restart therefore restarts the wait: it can
 * become longer, never shorter.
 */
import { PIN_TRIES, PIN_WAIT_MAX_S, PIN_WAIT_S } from '#shared/domain/kiosk-rules.ts'

/** Seconds to wait after this many wrong PINs in a row. */
export function waitAfter(wrong: number): number {
  if (wrong < PIN_TRIES) return 0
  // Bounds the exponent: the wait reaches its maximum long before.
  return Math.min(PIN_WAIT_MAX_S, PIN_WAIT_S * 2 ** Math.min(wrong - PIN_TRIES, 30))
}

export const triesLeft = (wrong: number): number => Math.max(0, PIN_TRIES - wrong)

export interface PinGateOptions {
  /** Wrong PINs in a row so far. */
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
    // Counted before it is compared, so that ending the app during a try does not undo the count.
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
    /** Serialized: simultaneous tries would all be compared before the first one counts. */
    try(pin) {
      const result = last.then(() => attempt(pin))
      last = result.catch(() => undefined)
      return result
    },
  }
}
