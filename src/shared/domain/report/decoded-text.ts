/** A text with the codes of addresses, pages and programs read as the letters that they stand for, and where each stood. */

const CODE =
  /(?:%[\da-f]{2})+|&#\d{1,7};|&#x[\da-f]{1,6};|&[a-z]{2,8};|\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}/giu

/** Names of signs that separate or break words; letters with accents are read by their form. */
const NAMED: Readonly<Record<string, string>> = {
  shy: '\u00AD',
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '\u200C',
  zwj: '\u200D',
  lrm: '\u200E',
  rlm: '\u200F',
  amp: '&',
  hyphen: '-',
  dash: '-',
  ndash: '-',
  mdash: '-',
  period: '.',
  commat: '@',
  newline: '\n',
  tab: '\t',
}
const ACCENTED = /^&([a-z])(?:acute|grave|circ|uml|cedil|tilde|ring|caron|slash|macr);$/i
const utf8 = new TextDecoder()

function readCode(code: string): string {
  if (code.startsWith('%'))
    return utf8.decode(
      Uint8Array.from(code.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)),
    )
  const decimal = /^&#(\d+);$/.exec(code)?.[1]
  const hexadecimal = /([\da-f]+)[;}]?$/i.exec(code)?.[1]
  if (decimal !== undefined || /^&#x|^\\/i.test(code)) {
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : code
  }
  return ACCENTED.exec(code)?.[1] ?? NAMED[code.slice(1, -1).toLowerCase()] ?? code
}

export interface DecodedText {
  readonly text: string
  /** The part of the original that this part of the text was read from. */
  readonly originalOf: (range: { readonly start: number; readonly end: number }) => {
    readonly start: number
    readonly end: number
  }
}

/** Undefined where the text holds no code. Codes inside codes are read when the result is decoded again. */
export function decoded(original: string): DecodedText | undefined {
  let text = ''
  let from = 0
  const starts: number[] = []
  const ends: number[] = []
  const push = (piece: string, start: number, end: number | undefined): void => {
    for (let index = 0; index < piece.length; index += 1) {
      starts.push(end === undefined ? start + index : start)
      ends.push(end ?? start + index + 1)
    }
    text += piece
  }
  for (const { 0: code, index } of original.matchAll(CODE)) {
    const read = readCode(code)
    if (read === code) continue
    push(original.slice(from, index), from, undefined)
    from = index + code.length
    push(read, index, from)
  }
  if (from === 0) return undefined
  push(original.slice(from), from, undefined)
  return {
    text,
    originalOf: ({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }),
  }
}
