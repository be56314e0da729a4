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

const folded = new WeakMap<ComboOption, string>()

/** What a query is compared with, folded once an option: 250 countries are filtered at every letter. */
function searchable(option: ComboOption): string {
  const known = folded.get(option)
  if (known !== undefined) return known
  const text = ` ${foldForSearch(`${option.label} ${option.keywords ?? ''}`).replaceAll(/[\s,()’'.-]+/g, ' ')}`
  folded.set(option, text)
  return text
}

/** Every word of the query starts a word of the option, whatever the accents, vowel signs and kinds of alef. */
export function matchesQuery(option: ComboOption, query: string): boolean {
  const words = foldForSearch(query.trim())
    .split(/[\s,()’'.-]+/)
    .filter((word) => word !== '')
  const text = searchable(option)
  return words.every((word) => text.includes(` ${word}`) || text.includes(` ال${word}`))
}
