/**
 * One spelling for searching, used when a row is written and when it is looked for: lower case, no
 * accents, no Arabic vowel signs or stretching, one alef, ya for alef maqsura, ha for ta marbuta, ASCII digits.
 */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/[\u0622\u0623\u0625\u0671]/g, '\u0627')
    .replace(/\u0649/g, '\u064a')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0624/g, '\u0648')
    .replace(/\u0626/g, '\u064a')
    .replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x6f0))
}

/** The column that searches read. The leading blank lets "starts a word" be asked as "follows a blank". */
export const searchText = (parts: readonly (string | number | null | undefined)[]): string =>
  ` ${foldForSearch(parts.filter((part) => part !== null && part !== undefined && part !== '').join(' '))}`
