/**
 * CSV that a spreadsheet opens as text, whatever the cells contain and whichever separator the
 * spreadsheet expects.
 */

import type { Language } from './languages.ts'

/**
 * What Excel splits lines at is a setting of the computer: the decimal comma of French leaves it the semicolon, and so it
 * is for Arabic. A file without the language of its reader has commas, as RFC 4180 has it.
 */
const SEPARATORS: Readonly<Record<Language, ',' | ';'>> = { en: ',', fr: ';', ar: ';' }

/** Makes Excel read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What is run as a formula where a cell begins with it; the full-width signs count as their ASCII twins in some spreadsheets. */
const FORMULA = /[=+\-@＝＋－＠]/
/**
 * Places where a spreadsheet may begin a cell: the start of the text, and behind each usual separator; blanks and quotes
 * may follow. Excel in French splits at semicolons, and then our quotes do not hold a cell together. The rejected
 * alternative, a first line `sep=,`, makes Excel ignore the byte order mark, so that Arabic names become unreadable.
 */
const CELL_STARTS = /((?:^|[;,\t\r\n])[;,"\s]*)('*)/g

const atFormulas = (text: string, change: (start: string, apostrophes: string) => string): string =>
  text.replace(CELL_STARTS, (found: string, start: string, apostrophes: string, at: number) =>
    FORMULA.test(text[at + found.length] ?? '') ? change(start, apostrophes) : found,
  )

/**
 * A cell of our own export as it was before the apostrophes. A cell that was typed elsewhere may
 * lose an apostrophe before a sign.
 */
export const withoutGuards = (cell: string): string =>
  atFormulas(cell, (start, apostrophes) => start + apostrophes.slice(1))

/** One quoted cell, with an apostrophe before everything that a spreadsheet could run: names and notes come from strangers. */
export function csvCell(value: string | number | null): string {
  const safe = atFormulas(
    value === null ? '' : String(value),
    (start, apostrophes) => `${start}'${apostrophes}`,
  )
  return `"${safe.replaceAll('"', '""')}"`
}

/** The whole file: lines end in CRLF (RFC 4180). */
export const csvText = (
  rows: readonly (readonly (string | number | null)[])[],
  language: Language = 'en',
): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvCell).join(SEPARATORS[language])}\r\n`).join('')
