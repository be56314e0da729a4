/** CSV that a spreadsheet opens as text, whoever wrote the cells. */

/** Makes Excel read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** A cell that starts so is run as a formula; the full-width signs count as their ASCII twins in some spreadsheets. */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** One quoted cell. What looks like a formula gets an apostrophe in front: names and notes come from strangers. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The whole file: lines end in CRLF (RFC 4180). */
export const csvText = (rows: readonly (readonly (string | number | null)[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
