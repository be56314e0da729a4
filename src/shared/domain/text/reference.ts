/**
 * References that people read aloud and copy by hand: `WLD-7K3M-9Q`. Thirty-one signs, none of which looks like another
 * (no 0 O, 1 I L); the last one checks the others. 31 is a prime, so every single wrong sign and every two signs that
 * changed places are noticed.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const REFERENCE_BASE = ALPHABET.length
export const REFERENCE_LENGTH = 5

const checkOf = (digits: readonly number[]): number =>
  digits.reduce((sum, digit, index) => sum + (index + 2) * digit, 0) % REFERENCE_BASE

/** @param digits as many numbers below `REFERENCE_BASE` as `REFERENCE_LENGTH` says */
export function formatReference(prefix: string, digits: readonly number[]): string {
  const signs = [...digits, checkOf(digits)].map((digit) => ALPHABET.charAt(digit)).join('')
  return `${prefix}-${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** The reference in its one spelling, from what people type (small letters, blanks, no hyphens); undefined when it is none. */
export function readReference(prefix: string, text: string): string | undefined {
  const signs = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  if (!signs.startsWith(prefix)) return undefined
  const digits = Array.from(signs.slice(prefix.length), (sign) => ALPHABET.indexOf(sign))
  const data = digits.slice(0, REFERENCE_LENGTH)
  if (
    digits.length !== REFERENCE_LENGTH + 1 ||
    digits.includes(-1) ||
    checkOf(data) !== digits[REFERENCE_LENGTH]
  )
    return undefined
  return formatReference(prefix, data)
}
