/** Reads CSV as spreadsheets write it (RFC 4180): quotes, line breaks inside cells, and the three usual separators. */

const SEPARATORS = [',', ';', '\t'] as const

export interface CsvLimits {
  readonly rowsMax: number
  readonly columnsMax: number
}
export interface CsvRow {
  /** Place in the table as a spreadsheet counts it: the first row is 1, and empty rows count. */
  readonly number: number
  readonly cells: readonly string[]
}
type CsvFault = 'unclosed_quote' | 'too_many_rows' | 'too_many_columns'
type CsvSeparator = (typeof SEPARATORS)[number]
export type ParsedCsv =
  | {
      readonly ok: true
      readonly rows: readonly CsvRow[]
      readonly separator: CsvSeparator
    }
  | {
      readonly ok: false
      readonly fault: CsvFault
      /** Where reading stopped; of an open quote, where it opens. */
      readonly row: number
    }

/** A line of some programs that tells Excel the separator; it is no row of the table. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i

/** The separator that the first line with content has most of; what is quoted does not count. */
function separatorOf(text: string): CsvSeparator {
  const start = text.search(/[^\s,;]/)
  const from = text.slice(Math.max(0, start), Math.max(0, start) + 20_000)
  const end = from.search(/[\r\n]/)
  const line = (end === -1 ? from : from.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator
}

interface CsvScan {
  readonly cell: string
  readonly next: number
}

/**
 * A quoted cell from the character behind its first quote; undefined when no quote ends it. It is
 * taken in one piece: a text that grows by each of two million doubled quotes fills the memory with
 * its pieces, as `replaceAll` with a text does.
 */
function readQuoted(text: string, from: number): CsvScan | undefined {
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

function readCell(text: string, from: number, separator: string): CsvScan | undefined {
  const quoted = text[from] === '"' ? readQuoted(text, from + 1) : { cell: '', next: from }
  if (quoted === undefined) return undefined
  let end = quoted.next
  while (!isEnd(text[end]) && text[end] !== separator) end += 1
  return { cell: quoted.cell + text.slice(quoted.next, end), next: end }
}

/** Rows without content are left out, but counted; reading stops at the first limit that is passed. */
export function parseCsv(text: string, { rowsMax, columnsMax }: CsvLimits): ParsedCsv {
  const marked = text.startsWith('\uFEFF') ? text.slice(1) : text
  const said = SEPARATOR_LINE.exec(marked)
  const body = said === null ? marked : marked.slice(said[0].length)
  // The expression takes these three alone.
  const separator = said === null ? separatorOf(body) : (said[1] as CsvSeparator)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let number = said === null ? 1 : 2
  for (let at = 0; at < body.length;) {
    const read = readCell(body, at, separator)
    if (read === undefined) return { ok: false, fault: 'unclosed_quote', row: number }
    cells.push(read.cell)
    if (cells.length > columnsMax) return { ok: false, fault: 'too_many_columns', row: number }
    at = read.next
    if (body[at] === separator) {
      at += 1
      if (at < body.length) continue
      cells.push('') // the text ends behind a separator
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ number, cells })
    if (rows.length > rowsMax) return { ok: false, fault: 'too_many_rows', row: number }
    cells = []
    number += 1
    at += body.startsWith('\r\n', at) ? 2 : 1
  }
  return { ok: true, rows, separator }
}
