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
export const BYTE_ORDER_MARK = '\uFEFF'

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

export type CsvRows = readonly (readonly (string | number | boolean | null)[])[]

/** French Excel takes 12.5 for a text, or for 12 May. The Arabic of Sudan, Egypt and the Gulf has the point. */
const cellText = (value: CsvRows[number][number], language: Language): string => {
  if (value === null) return ''
  return typeof value === 'number' && language === 'fr'
    ? String(value).replace('.', ',')
    : String(value)
}

/** One quoted cell, with an apostrophe before everything that a spreadsheet could run: names and notes come from strangers. */
export function csvCell(value: CsvRows[number][number], language: Language = 'en'): string {
  const safe = atFormulas(
    cellText(value, language),
    (start, apostrophes) => `${start}'${apostrophes}`,
  )
  return `"${safe.replaceAll('"', '""')}"`
}

/** Lines of a file, each with its end: CRLF (RFC 4180). */
export const csvRows = (rows: CsvRows, language: Language = 'en'): string =>
  rows
    .map((row) => `${row.map((cell) => csvCell(cell, language)).join(SEPARATORS[language])}\r\n`)
    .join('')

/** The whole file. */
export const csvText = (rows: CsvRows, language?: Language): string =>
  BYTE_ORDER_MARK + csvRows(rows, language)
