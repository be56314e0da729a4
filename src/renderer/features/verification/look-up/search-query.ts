import type { FoundMember } from '#shared/contract/base/schemas.ts'
/** The query of `user.search`, and what its response means for staff. Pure. */
import { CLEAN } from '#shared/domain/text/clean-text.ts'

export interface SearchQuery {
  readonly id: string
  readonly email: string
  readonly phone: string
}

export const BLANK_QUERY: SearchQuery = { id: '', email: '', phone: '' }

export const isBlank = (query: SearchQuery): boolean =>
  Object.values(query).every((value: string) => value.trim() === '')

/** As the server reads them. */
export const searchBody = ({ id, email, phone }: SearchQuery): SearchQuery => ({
  id: CLEAN['card-number'](id),
  email: CLEAN.email(email),
  phone: CLEAN.phone(phone),
})

/** One object when one matches, a list otherwise (contract `user.search`). */
export const peopleOf = (reply: FoundMember | readonly FoundMember[]): readonly FoundMember[] =>
  'cardId' in reply ? [reply] : reply
