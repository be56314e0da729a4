/**
 * The commands of a page: those that draw are kept, all others are left out. Marked content goes
 * as well: it draws nothing and holds layers, spoken text and other words.
 */
import { Refused } from '../cleaned-document.ts'

const DRAWING = new Set(
  (
    'b B b* B* BT BX c cm CS cs d d0 d1 Do ET EX f F f* G g gs h i j J K k l m M n q Q re RG rg ri s S ' +
    'SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
)
/** What a picture within the commands may state about itself. */
const INLINE_KEYS = new Set(
  (
    'W H BPC CS F DP D I IM Width Height BitsPerComponent ColorSpace Filter DecodeParms Decode ' +
    'Interpolate ImageMask Intent Predictor Colors Columns K EndOfLine EncodedByteAlign Rows EndOfBlock ' +
    'BlackIs1 DamagedRowsBeforeError ColorTransform EarlyChange Type XObject Subtype Image'
  ).split(' '),
)
const INLINE_VALUES = new Set(
  (
    'G RGB CMYK I DeviceGray DeviceRGB DeviceCMYK Indexed AHx A85 LZW Fl RL CCF DCT ASCIIHexDecode ' +
    'ASCII85Decode LZWDecode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode Perceptual ' +
    'RelativeColorimetric AbsoluteColorimetric Saturation'
  ).split(' '),
)
const NAME_MAX_BYTES = 127
const CONSTANTS = new Set(['true', 'false', 'null'])

const codes = (letters: string): ReadonlySet<number> =>
  new Set([...letters].map((letter) => letter.charCodeAt(0)))
const SPACES = codes('\0\t\n\f\r ')
const DELIMITERS = codes('()<>[]{}/%')
const [SPACE, NEW_LINE] = [32, 10]
const [LEFT, RIGHT, BACKSLASH, LESS, GREATER, PERCENT, SLASH] = [40, 41, 92, 60, 62, 37, 47]
const END_OF_LINE = codes('\n\r')
const OPERAND_SIGNS = codes('([]')

/** `stray`: a sign that stands alone, as no operand of a drawing does; also the signs of a dictionary. */
type Token = 'word' | 'name' | 'value' | 'comment' | 'stray'

/** One piece of the commands, from `at` to `end`. */
class Tokens {
  at = 0
  end = 0
  kind: Token = 'word'
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  next(): boolean {
    let at = this.end
    while (at < this.bytes.length && SPACES.has(this.bytes[at] ?? 0)) at += 1
    if (at >= this.bytes.length) return false
    this.at = at
    this.kind = this.#kindAt(at)
    this.end = this.#endOf(this.kind, at)
    if (this.kind === 'word' && /^[-+.0-9]/.test(this.text())) this.kind = 'value'
    return true
  }

  #kindAt(at: number): Token {
    const first = this.bytes[at] ?? 0
    if (first === PERCENT) return 'comment'
    if (first === SLASH) return 'name'
    if (!DELIMITERS.has(first)) return 'word'
    const isHex = first === LESS && this.bytes[at + 1] !== LESS
    return isHex || OPERAND_SIGNS.has(first) ? 'value' : 'stray'
  }

  #endOf(kind: Token, from: number): number {
    const first = this.bytes[from] ?? 0
    let at = from + 1
    if (kind === 'comment') {
      while (at < this.bytes.length && !END_OF_LINE.has(this.bytes[at] ?? 0)) at += 1
      return at
    }
    if (kind === 'stray') return at
    if (kind === 'value') {
      if (first === LEFT) return this.#endOfString(from)
      if (first !== LESS) return at
      const end = this.bytes.indexOf(GREATER, at)
      return end < 0 ? this.bytes.length : end + 1
    }
    while (at < this.bytes.length && !this.#isBreak(at)) at += 1
    return at
  }

  text(end = this.end): string {
    return this.bytes.toString('latin1', this.at, end)
  }

  #isBreak(at: number): boolean {
    const byte = this.bytes[at] ?? 0
    return SPACES.has(byte) || DELIMITERS.has(byte)
  }

  #endOfString(from: number): number {
    let [at, depth] = [from, 0]
    for (; at < this.bytes.length; at += 1) {
      const byte = this.bytes[at]
      if (byte === BACKSLASH) at += 1
      else if (byte === LEFT) depth += 1
      else if (byte === RIGHT) {
        depth -= 1
        if (depth === 0) return at + 1
      }
    }
    return this.bytes.length
  }
}

/** End of the picture within the commands that begins at the token, and whether it may stay. */
function inlinePicture(tokens: Tokens): { readonly end: number; readonly passes: boolean } {
  let passes = true
  while (tokens.next()) {
    const text = tokens.text()
    if (tokens.kind === 'comment') passes = false
    if (
      tokens.kind === 'name' &&
      !INLINE_KEYS.has(text.slice(1)) &&
      !INLINE_VALUES.has(text.slice(1))
    )
      passes = false
    if (tokens.kind === 'word' && text === 'ID') break
    if (tokens.kind === 'word' && !CONSTANTS.has(text)) passes = false
  }
  const { bytes } = tokens
  for (let at = bytes.indexOf('EI', tokens.end); at >= 0; at = bytes.indexOf('EI', at + 1)) {
    const after = bytes.subarray(at + 2, at + 12)
    const isAlone =
      SPACES.has(bytes[at - 1] ?? 0) && (after.length === 0 || SPACES.has(after[0] ?? 0))
    if (isAlone && after.every((byte) => byte < 127 && (byte >= 32 || SPACES.has(byte))))
      return { end: at + 2, passes }
  }
  return { end: bytes.length, passes: false }
}

/** Collects what is kept in one piece of memory: a page may have millions of commands. */
class Kept {
  readonly #bytes: Buffer
  #end = 0
  /** End of the last whole command; what follows it are operands. */
  #whole = 0

  /** Every piece is followed by one byte, and is itself at least one. */
  constructor(originalBytes: number) {
    this.#bytes = Buffer.allocUnsafe(2 * originalBytes + 2)
  }

  add(piece: Uint8Array, after: number): void {
    this.#bytes.set(piece, this.#end)
    this.#end += piece.length
    this.#bytes[this.#end] = after
    this.#end += 1
  }

  /** Takes the command with its operands, or none of it. */
  endCommand(isKept: boolean): void {
    if (isKept) this.#whole = this.#end
    this.#end = this.#whole
  }

  result = (): Uint8Array => this.#bytes.subarray(0, this.#whole)
}

/** @param plain the commands, unpacked */
export function cleanDrawing(plain: Uint8Array): Uint8Array {
  const bytes = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength)
  const kept = new Kept(bytes.length)
  const tokens = new Tokens(bytes)
  let run: number | undefined
  const endRun = (to: number): void => {
    if (run !== undefined) kept.add(bytes.subarray(run, to), SPACE)
    run = undefined
  }
  let before = 0
  while (tokens.next()) {
    const { kind, at } = tokens
    const word = kind === 'word' ? tokens.text() : ''
    if (kind === 'comment' || kind === 'stray') endRun(before)
    else if (kind === 'word' && !CONSTANTS.has(word)) {
      endRun(before)
      if (word === 'BI') {
        kept.endCommand(false)
        const { end, passes } = inlinePicture(tokens)
        kept.add(bytes.subarray(at, end), NEW_LINE)
        kept.endCommand(passes)
        tokens.end = end
      } else {
        kept.add(bytes.subarray(at, tokens.end), NEW_LINE)
        kept.endCommand(DRAWING.has(word))
      }
    } else {
      if (kind === 'name' && tokens.end - at > NAME_MAX_BYTES) throw new Refused('protected')
      run ??= at
    }
    before = tokens.end
  }
  return kept.result()
}
