/** Text of a table that a spreadsheet saved, in the encoding that it chose. */

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1256'

interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

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

/** Undefined for what is no text. A mark at the beginning decides, else UTF-8 where the bytes are of it. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) {
    const text = decode(bytes, marked.encoding)
    return text === undefined || text.includes('\0') ? undefined : { ...marked, text }
  }
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8.includes('\0') ? undefined : { text: utf8, encoding: 'utf-8' }
  if (bytes.includes(0)) return undefined
  const encoding = isArabicPage(decode(bytes, 'windows-1256') ?? '')
    ? 'windows-1256'
    : 'windows-1252'
  const text = decode(bytes, encoding)
  return text === undefined || isBinary(text) ? undefined : { text, encoding }
}
