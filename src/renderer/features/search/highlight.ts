import { foldForSearch } from '#shared/domain/text/search-text.ts'

export interface Piece {
  readonly text: string
  readonly found: boolean
}

export const wordsOf = (q: string): readonly string[] =>
  foldForSearch(q)
    .split(/\s+/)
    .filter((word) => word !== '')

/**
 * A text in pieces, those that hold a word of the search marked. Words are looked for in the spelling of the search
 * (no accents, one alef); the pieces are cut from the text as it is written.
 */
export function highlight(text: string, words: readonly string[]): readonly Piece[] {
  const found = new Uint8Array(text.length)
  let folded = ''
  /** For each unit of the folded text: where its character begins in the written one. */
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const plain = foldForSearch(character)
    for (let unit = 0; unit < plain.length; unit += 1) origin.push(at)
    folded += plain
    at += character.length
  }
  for (const word of words) {
    for (
      let start = folded.indexOf(word);
      start !== -1;
      start = folded.indexOf(word, start + word.length)
    ) {
      const from = origin[start] ?? 0
      // Up to the next character that is left after folding: vowel signs belong to the letter before them.
      const to = origin[start + word.length] ?? text.length
      found.fill(1, from, to)
    }
  }
  return cut(text, found)
}

function cut(text: string, found: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (let end = 1; end <= text.length; end += 1) {
    if (end < text.length && found[end] === found[start]) continue
    pieces.push({ text: text.slice(start, end), found: found[start] === 1 })
    start = end
  }
  return pieces
}
