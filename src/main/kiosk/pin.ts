/**
 * The PIN of a kiosk: stored as a slow hash and compared in constant time; the PIN itself is never
 * stored.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import {
  KIOSK_PIN,
  PIN_TRIES,
  PIN_WAIT_MAX_S,
  PIN_WAIT_S,
} from '#shared/domain/card/kiosk-rules.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { createTurns } from '../base/turns.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32
/** 32 MiB and some 100 ms a try: a million PINs take a day on a strong machine, should the keychain be read out. */
const COST = 2 ** 15

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`))
/** Both base64url without padding. */
export const PinHash = z.object({ salt: base64url(SALT_BYTES), hash: base64url(HASH_BYTES) })
export type PinHash = z.output<typeof PinHash>

/**
 * Normalizes the typed digits of any keyboard; returns undefined where the text cannot be a PIN.
 */
export function readPin(typed: string): string | undefined {
  const digits = CLEAN.code(typed)
  return KIOSK_PIN.test(digits) ? digits : undefined
}

export interface Pins {
  hash(pin: string): Promise<PinHash>
  matches(pin: string, hash: PinHash): Promise<boolean>
}

/** @param cost power of two; smaller than the usual one for tests alone */
export function createPins(cost = COST): Pins {
  const derive = (pin: string, salt: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(
        pin,
        salt,
        HASH_BYTES,
        { N: cost, r: 8, p: 1, maxmem: 64 * 1024 * 1024 },
        (error, key) => (error === null ? resolve(key) : reject(error)),
      )
    })
  return {
    async hash(pin) {
      const salt = randomBytes(SALT_BYTES)
      return {
        salt: salt.toString('base64url'),
        hash: (await derive(pin, salt)).toString('base64url'),
      }
    },
    matches: async (pin, { salt, hash }) =>
      timingSafeEqual(
        await derive(pin, Buffer.from(salt, 'base64url')),
        Buffer.from(hash, 'base64url'),
      ),
  }
}

/** Seconds to wait after this many wrong PINs in a row. */
export function waitAfter(wrong: number): number {
  if (wrong < PIN_TRIES) return 0
  // Bounds the exponent: the wait reaches its maximum long before.
  return Math.min(PIN_WAIT_MAX_S, PIN_WAIT_S * 2 ** Math.min(wrong - PIN_TRIES, 30))
}

export const triesLeft = (wrong: number): number => Math.max(0, PIN_TRIES - wrong)

interface PinGateOptions {
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

interface PinGate {
  /** @param pin undefined: what was typed cannot be a PIN, which costs no try */
  try(pin: string | undefined): Promise<PinTry>
}

/**
 * Limits the tries of a PIN. Only the number of wrong tries survives a restart; the wait follows
 * from it and uses a clock that no user can set. A restart therefore restarts the wait: it can
 * become longer, never shorter.
 */
export function createPinGate({
  wrong: wrongBefore,
  matches,
  keep,
  monotonicMs,
}: PinGateOptions): PinGate {
  let wrong = wrongBefore
  let openAtMs = monotonicMs() + waitAfter(wrong) * 1_000
  const inTurn = createTurns()

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
    try: (pin) => inTurn(() => attempt(pin)),
  }
}
