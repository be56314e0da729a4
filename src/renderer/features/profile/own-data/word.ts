import { foldForSearch } from '#shared/domain/text/search-text.ts'

const plain = (text: string): string => foldForSearch(text).trim()

/** What was typed is the word of the reader's language, or the one that the server knows. */
export const isErasingWord = (typed: string, word: string): boolean =>
  [plain(word), 'erase'].includes(plain(typed))
