/** The query of `user.search`, and what its response means for staff. Pure. */
import type { FoundMember } from '#shared/contract/base/schemas.ts'

export interface SearchQuery {
  readonly id: string
  readonly email: string
  readonly phone: string
}

export const BLANK_QUERY: SearchQuery = { id: '', email: '', phone: '' }

export const isBlank = (query: SearchQuery): boolean =>
  Object.values(query).every((value: string) => value.trim() === '')

const ARABIC_INDIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
const toAsciiDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) & 0xf)

/** An Arabic keyboard types ٠٩١; the register holds 091. The server converts such digits in card numbers itself. */
export const searchBody = ({ id, email, phone }: SearchQuery): SearchQuery => ({
  id: id.trim(),
  email: email.trim(),
  phone: phone.trim().replace(ARABIC_INDIC_DIGITS, toAsciiDigit),
})

/** One object when one matches, a list otherwise (contract `user.search`). */
export const peopleOf = (reply: FoundMember | readonly FoundMember[]): readonly FoundMember[] =>
  'cardId' in reply ? [reply] : reply
