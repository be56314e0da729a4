import { toLatinDigits } from '../text/digits.ts'

/** Prefix of the card id in this product (docs/spec/members.md, 1). */
export const CARD_PREFIX = 'WLD_'

/** The wire form of a member's number: `WLD_10004217`. */
export const cardId = (memberNumber: number): string => `${CARD_PREFIX}${memberNumber}`

/** The form printed in the QR payload: the number without prefix. */
export const bareCardId = (id: string): string =>
  id.startsWith(CARD_PREFIX) ? id.slice(CARD_PREFIX.length) : id

/**
 * Reads `REQ_…`, `WLD_…` and the bare number as the id of that person's registration request: a person has at most one,
 * and its id holds the member number. Returns any other text as it is.
 */
export function requestIdOf(input: string): string {
  const memberNumber = parseMemberNumber(input.replace(/^\s*req_?/i, ''))
  return memberNumber === undefined ? input : `REQ_${memberNumber}`
}

/**
 * Reads a member number from `WLD_10004217`, `wld_10004217`, `10004217` or the same in Arabic-Indic digits.
 * Returns undefined for anything else; never throws. At most 15 digits, so the number is exact.
 */
export function parseMemberNumber(input: string): number | undefined {
  const text = toLatinDigits(input.normalize('NFKC').trim())
  const match = /^(?:wld_?)?(\d{1,15})$/i.exec(text)
  const number = match?.[1] === undefined ? Number.NaN : Number(match[1])
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
