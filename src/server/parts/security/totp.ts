/** Codes of an app by RFC 6238 (HMAC-SHA-1, six digits, 30 seconds), and their base32 spelling (RFC 4648). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { TOTP_DIGITS, TOTP_STEP_S, TOTP_WINDOW } from '#shared/domain/access/factor-rules.ts'

const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / TOTP_STEP_S)

export function totpCode(secret: Uint8Array, step: number, digits = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const isSame = (right: string, given: string): boolean => {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The step whose code was given, out of the present one and its neighbours; undefined for a wrong
 * code. All of them are compared, so that the time tells nothing.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const present = stepAt(now)
  const steps = Array.from(
    { length: 2 * TOTP_WINDOW + 1 },
    (_, index) => present - TOTP_WINDOW + index,
  )
  return steps.filter((step) => isSame(totpCode(secret, step), code)).at(0)
}

/** What the QR code of an app says (Key URI format). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(TOTP_DIGITS),
    period: String(TOTP_STEP_S),
  })
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
