/** Apart from `member-id.ts`, which the first load has: reading brings the cleaning of text with it. */
import { CLEAN } from '../text/clean-text.ts'

/**
 * Reads `REQ_…`, `WLD_…` and the bare number as the id of that person's registration request: a person has at most one,
 * and its id holds the member number. Returns any other text as it is.
 */
export function requestIdOf(input: string): string {
  const memberNumber = parseMemberNumber(CLEAN['card-number'](input).replace(/^req_?/i, ''))
  return memberNumber === undefined ? input : `REQ_${memberNumber}`
}

/**
 * Reads a member number from `WLD_10004217`, `wld-10004217`, `1000 4217` or the same in Arabic-Indic digits.
 * Returns undefined for anything else; never throws. At most 15 digits, so the number is exact.
 */
export function parseMemberNumber(input: string): number | undefined {
  const match = /^(?:wld_?)?(\d{1,15})$/i.exec(CLEAN['card-number'](input))
  const number = match?.[1] === undefined ? Number.NaN : Number(match[1])
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
