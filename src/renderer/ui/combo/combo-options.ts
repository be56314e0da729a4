import type { ReactNode } from 'react'
import { foldForSearch } from '#shared/domain/text/search-text.ts'

export interface ComboOption {
  readonly value: string
  readonly label: string
  /** Further words that find it: a code, the name in other languages. */
  readonly keywords?: string
  /** Stands at the end of its line, left to right: a code, a number. */
  readonly detail?: string
  /** Drawn before the label. */
  readonly mark?: ReactNode
}

interface Folded {
  readonly label: string
  readonly all: string
}
const folded = new WeakMap<ComboOption, Folded>()
const BETWEEN_WORDS = /[\s,()’'.-]+/g
const fold = (text: string): string => ` ${foldForSearch(text).replaceAll(BETWEEN_WORDS, ' ')}`

/** What a query is compared with, folded once an option: 250 countries are filtered at every letter. */
function searchable(option: ComboOption): Folded {
  const known = folded.get(option)
  if (known !== undefined) return known
  const { label, keywords = '' } = option
  const texts = { label: fold(label), all: fold(`${label} ${keywords}`) }
  folded.set(option, texts)
  return texts
}

/** Every word of the query starts a word of the text, whatever the accents, vowel signs and kinds of alef. */
const hasWords = (text: string, query: string): boolean =>
  foldForSearch(query.trim())
    .split(BETWEEN_WORDS)
    .every((word) => word === '' || text.includes(` ${word}`) || text.includes(` ال${word}`))

export const matchesQuery = (option: ComboOption, query: string): boolean =>
  hasWords(searchable(option).all, query)

/** What the reader sees the word in comes first: "Sud" is in Sudan and, by its name in French, in South Africa. */
export function labelsFirst(
  options: readonly ComboOption[],
  query: string,
): readonly ComboOption[] {
  const inLabel = (option: ComboOption): boolean => hasWords(searchable(option).label, query)
  return [...options.filter(inLabel), ...options.filter((option) => !inLabel(option))]
}
