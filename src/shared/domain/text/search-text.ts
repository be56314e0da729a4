import { toLatinDigits } from './digits.ts'

/**
 * One spelling for searching, used when a row is written and when it is looked for: lower case, no
 * accents, no Arabic vowel signs or stretching, one alef, ya for alef maqsura, ha for ta marbuta, ASCII digits.
 */
export function foldForSearch(text: string): string {
  // NFKD splits a hamza or madda from the letter that carries it.
  const letters = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/\u0671/g, '\u0627')
    .replace(/\u0649/g, '\u064a')
    .replace(/\u0629/g, '\u0647')
  return toLatinDigits(letters)
}

/** The column that searches read. The leading blank lets "starts a word" be asked as "follows a blank". */
export const searchText = (parts: readonly (string | number | null | undefined)[]): string =>
  ` ${foldForSearch(parts.filter((part) => part !== null && part !== undefined && part !== '').join(' '))}`
