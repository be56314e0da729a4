/** Marks on Arabic letters and the long line that joins them: some keyboards write them, none of them matters here. */
const UNSAID = /[\u064b-\u0652\u0640]/g
const plain = (text: string): string =>
  text.normalize('NFKC').trim().replace(UNSAID, '').toLowerCase()

/** What was typed is the word of the reader's language, or the one that the server knows. */
export const isErasingWord = (typed: string, word: string): boolean =>
  [plain(word), 'erase'].includes(plain(typed))
