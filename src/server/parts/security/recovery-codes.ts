/**
 * Recovery codes: a digit that says which of the ten it is, and 60 random bits. The digit is public: with it
 * one slow hash is compared for a guess and not ten.
 */
import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '#shared/domain/access/factor-rules.ts'

/** Crockford's base32: no I, L, O and U, which people misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARS = 12
const CODE = new RegExp(`^(\\d)[${LETTERS}]{${RANDOM_CHARS}}$`)

/** Ten codes as they are hashed: without hyphens. */
export const drawRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, place) => {
    const letters = Array.from(
      { length: RANDOM_CHARS },
      () => LETTERS[randomInt(LETTERS.length)] ?? '',
    )
    return `${place}${letters.join('')}`
  })

/** The form that people read: `3-7KQ2-M9XD-4TRB`. */
export const writtenRecoveryCode = (code: string): string =>
  [code.slice(0, 1), code.slice(1, 5), code.slice(5, 9), code.slice(9)].join('-')

/** Undefined for a text that cannot be a recovery code. Blanks, hyphens and misread letters do not matter. */
export function readRecoveryCode(
  text: string,
): { readonly place: number; readonly code: string } | undefined {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const place = CODE.exec(code)?.[1]
  return place === undefined ? undefined : { place: Number(place), code }
}
