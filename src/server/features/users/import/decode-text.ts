/** Text of a table that a spreadsheet saved, in the encoding that it chose. */

import type { ImportFileFault } from '#shared/domain/people/member-import.ts'

type TextEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1252'
  | 'windows-1256'
  | 'iso-8859-15'

type DecodedText =
  | { readonly ok: true; readonly text: string; readonly encoding: TextEncoding }
  | { readonly ok: false; readonly fault: ImportFileFault & ('not_a_table' | 'mixed_encodings') }

const MARKS: readonly { readonly encoding: TextEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

function decode(bytes: Buffer, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const ARABIC_WORD = /[\p{Script=Arabic}\p{M}]{2,}/gu
const WORD = /[\p{L}\p{M}]+/gu

/**
 * The small letters of French have the same bytes on both pages, É and À are Arabic letters on the other one. So a text is
 * Arabic where those letters make words of their own, and not where they stand between Latin letters or alone.
 */
function isArabicPage(arabic: string): boolean {
  let balance = 0
  for (const [word] of arabic.matchAll(WORD)) {
    const letters = word.match(/\p{Script=Arabic}/gu)?.length ?? 0
    if (letters === 0) continue
    const isWord = letters > 1 && word.replaceAll(ARABIC_WORD, '') === ''
    balance += isWord ? letters : -letters
  }
  return balance > 0
}

/** Bytes that no table has: tables of older encodings are not told from pictures otherwise. */
const isBinary = (text: string): boolean =>
  Array.from(text.slice(0, 4_096)).some((char) => char < ' ' && !/\s/.test(char))

/**
 * Both pages of Western Europe differ in eight characters. Where this one has œ, Œ and Ÿ, the other has fractions, and nobody
 * writes those inside of words.
 */
const FRACTION_IN_WORD = /\p{L}[¼½¾]|[¼½]\p{L}/u

function olderPageOf(bytes: Buffer): TextEncoding {
  if (isArabicPage(decode(bytes, 'windows-1256') ?? '')) return 'windows-1256'
  return FRACTION_IN_WORD.test(decode(bytes, 'windows-1252') ?? '') ? 'iso-8859-15' : 'windows-1252'
}

/** Without a mark: what separates cells and rows has its zero byte on the same side everywhere. */
function unmarkedUtf16(bytes: Buffer): TextEncoding {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  return (zeros[0] ?? 0) > (zeros[1] ?? 0) ? 'utf-16be' : 'utf-16le'
}

/** What people write beyond ASCII; É before a hard space is of UTF-8 too, and would be a letter of no language here. */
const WRITTEN = /^[\0-\x7F\u00A0-\u017F\u0600-\u06FF\u2000-\u20AC]*$/

/** A file that was put together of two: read as one, half of its names would be others, some of letters alone. */
const hasUtf8Cells = (bytes: Buffer): boolean =>
  bytes
    .toString('latin1')
    .split(/[\r\n,;\t]/)
    .some((cell) => {
      if (!/[\x80-\xff]/.test(cell)) return false
      const text = decode(Buffer.from(cell, 'latin1'), 'utf-8')
      return text !== undefined && WRITTEN.test(text)
    })

const textIn = (bytes: Buffer, encoding: TextEncoding): DecodedText => {
  const text = decode(bytes, encoding)
  return text === undefined || text.includes('\0')
    ? { ok: false, fault: 'not_a_table' }
    : { ok: true, text, encoding }
}

/** A mark at the beginning decides, else UTF-8 where the bytes are of it. */
export function decodeText(bytes: Buffer): DecodedText {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined && marked.encoding !== 'utf-8') return textIn(bytes, marked.encoding)
  const utf8 = textIn(bytes, 'utf-8')
  if (utf8.ok) return utf8
  const hasZeros = bytes.includes(0)
  if (marked !== undefined)
    return { ok: false, fault: hasZeros ? 'not_a_table' : 'mixed_encodings' }
  const guess = textIn(bytes, hasZeros ? unmarkedUtf16(bytes) : olderPageOf(bytes))
  if (!guess.ok || isBinary(guess.text)) return { ok: false, fault: 'not_a_table' }
  return !hasZeros && hasUtf8Cells(bytes) ? { ok: false, fault: 'mixed_encodings' } : guess
}
