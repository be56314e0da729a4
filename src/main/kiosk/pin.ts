/**
 * The PIN of a kiosk: stored as a slow hash and compared in constant time; the PIN itself is never
 * stored.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { toLatinDigits } from '#shared/domain/digits.ts'
import { KIOSK_PIN } from '#shared/domain/kiosk-rules.ts'

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
  const digits = toLatinDigits(typed).trim()
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
