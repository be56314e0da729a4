import { plainSigns, withoutUnseen } from './clean-text.ts'
import { toLatinDigits } from './digits.ts'

/** Latin letters that no normal form splits, as people type them on a keyboard without them. */
const PLAIN_LATIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  þ: 'th',
}

/**
 * One spelling for searching, used when a row is written and when it is looked for: lower case, no
 * accents, no Arabic vowel signs or stretching, one alef, ya for alef maqsura, ha for ta marbuta, Arabic letters for
 * the Persian ones of the same name, one apostrophe, one hyphen, ASCII digits.
 */
export function foldForSearch(text: string): string {
  // NFKD splits a hamza or madda from the letter that carries it, and makes capitals of letters that have no small form.
  const letters = plainSigns(withoutUnseen(text))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/\u0671/g, '\u0627')
    .replace(/[\u0649\u06cc]/g, '\u064a')
    .replace(/[\u06a9\u06aa]/g, '\u0643')
    .replace(/[\u0629\u06be\u06c1\u06d5]/g, '\u0647')
    .replace(/[æœßđðħıłøþ]/g, (letter) => PLAIN_LATIN[letter] ?? letter)
  return toLatinDigits(letters)
}

/** The column that searches read. The leading blank lets "starts a word" be asked as "follows a blank". */
export const searchText = (parts: readonly (string | number | null | undefined)[]): string =>
  ` ${foldForSearch(parts.filter((part) => part !== null && part !== undefined && part !== '').join(' '))}`

/** First parts of names that some write apart and others joined: Abd Allah and Abdallah, Abu Bakr and Abubakr. */
const COMPOUND = /^(عبد|ابو|abd(?=al|el|ul)|abdul|abdel|abu)-?(.{3,})$/

/** The parts of a folded word, so that it is found joined and apart: a search finds each inside of a word too. */
export const apart = (word: string): readonly string[] => {
  const [, head, rest] = COMPOUND.exec(word) ?? []
  return head === undefined || rest === undefined ? [word] : [head, rest]
}
