/** Reads CSV as spreadsheets write it (RFC 4180): quotes, line breaks inside cells, and the three usual separators. */

export interface CsvLimits {
  readonly rowsMax: number
  readonly columnsMax: number
}
export interface CsvRow {
  /** Place in the table as a spreadsheet counts it: the first row is 1, and empty rows count. */
  readonly number: number
  readonly cells: readonly string[]
}
export type CsvFault = 'unclosed_quote' | 'too_many_rows' | 'too_many_columns'
export type ParsedCsv =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly fault: CsvFault }

const SEPARATORS = [',', ';', '\t'] as const

/** The separator that the first line has most of; French and Arabic spreadsheets write semicolons. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const line = (end === -1 ? text : text.slice(0, end)).slice(0, 20_000)
  const counts = SEPARATORS.map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator
}

interface Scan {
  readonly cell: string
  readonly next: number
}

/**
 * A quoted cell from the character behind its first quote; undefined when no quote ends it. It is
 * taken in one piece: a text that grows by each of two million doubled quotes fills the memory with
 * its pieces, as `replaceAll` with a text does.
 */
function readQuoted(text: string, from: number): Scan | undefined {
  for (let at = from; ;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return undefined
    if (text[quote + 1] !== '"')
      return { cell: text.slice(from, quote).replaceAll(/""/g, '"'), next: quote + 1 }
    at = quote + 2
  }
}

const isEnd = (char: string | undefined): boolean =>
  char === undefined || char === '\n' || char === '\r'

function readCell(text: string, from: number, separator: string): Scan | undefined {
  const quoted = text[from] === '"' ? readQuoted(text, from + 1) : { cell: '', next: from }
  if (quoted === undefined) return undefined
  let end = quoted.next
  while (!isEnd(text[end]) && text[end] !== separator) end += 1
  return { cell: quoted.cell + text.slice(quoted.next, end), next: end }
}

/** Rows without content are left out, but counted; reading stops at the first limit that is passed. */
export function parseCsv(text: string, { rowsMax, columnsMax }: CsvLimits): ParsedCsv {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const separator = separatorOf(body)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let number = 1
  for (let at = 0; at < body.length;) {
    const read = readCell(body, at, separator)
    if (read === undefined) return { ok: false, fault: 'unclosed_quote' }
    cells.push(read.cell)
    if (cells.length > columnsMax) return { ok: false, fault: 'too_many_columns' }
    at = read.next
    if (body[at] === separator) {
      at += 1
      if (at < body.length) continue
      cells.push('') // the text ends behind a separator
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ number, cells })
    if (rows.length > rowsMax) return { ok: false, fault: 'too_many_rows' }
    cells = []
    number += 1
    at += body.startsWith('\r\n', at) ? 2 : 1
  }
  return { ok: true, rows }
}
