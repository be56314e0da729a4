/**
 * PDF documents with the traces of their authors blanked in place, so that every offset stays
 * right: the information dictionary, XMP packets, and the EXIF blocks of photos inside. Comments
 * keep the names of their authors.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { CleanedDocument } from './cleaned-document.ts'

/**
 * Active content of a PDF: scripts, programs to start, attached files. None of it is evidence, and
 * viewers differ in what they block, so such a document is refused.
 */
/** Long enough that no compressed picture holds one by chance. `/JS` alone does nothing without one of these. */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'XFA',
]
/**
 * `/J#61vaScript` is the same name. Both spellings of each letter are in the pattern: rewriting the text first costs
 * seconds and hundreds of megabytes where a file is full of them.
 */
const spelled = (letter: string): string =>
  `(?:${letter}|#${[...letter.charCodeAt(0).toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`
const NAME_AFTER_SLASH = new RegExp(
  String.raw`/(?:${ACTIVE.map((name) => [...name].map(spelled).join('')).join('|')})(?![A-Za-z0-9._-])`,
)

/** @param text bytes as Latin-1, of the file or of an unpacked stream of objects */
const hasActiveContent = (text: string): boolean => NAME_AFTER_SLASH.test(text)

const unpack = promisify(inflate)
const pack = promisify(deflate)

/**
 * Limits that no normal document reaches: the work must stay in proportion to the size of the file.
 */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
const STREAMS_MAX = 50_000
const OBJECTS_MAX = 300_000
const TRAILERS_MAX = 1_000
const PLACES_MAX = 20_000
const DICTIONARY_MAX_CHARS = 2_048
const INFORMATION_MAX_CHARS = 65_536

class Active extends Error {
  override readonly name = 'Active'
}
class TooIntricate extends Error {
  override readonly name = 'TooIntricate'
}

const BLANK = 0x20
/** Segments of a JPEG with data about camera, place and person. */
const JPEG_SEGMENTS = [
  { marker: 0xe1, signature: Buffer.from('Exif\0\0', 'latin1') },
  { marker: 0xed, signature: Buffer.from('Photoshop 3.0\0', 'latin1') },
]

function* placesOf(bytes: Buffer, what: Buffer | string): Generator<number> {
  let seen = 0
  for (let at = bytes.indexOf(what); at >= 0; at = bytes.indexOf(what, at + 1)) {
    seen += 1
    if (seen > PLACES_MAX) throw new TooIntricate()
    yield at
  }
}

function* bounded<T>(matches: Iterable<T>, max: number): Generator<T> {
  let seen = 0
  for (const match of matches) {
    seen += 1
    if (seen > max) throw new TooIntricate()
    yield match
  }
}

function blankPackets(bytes: Buffer): void {
  for (const [start, end] of [
    ['<?xpacket begin', '<?xpacket end'],
    ['<x:xmpmeta', '</x:xmpmeta>'],
  ] as const)
    for (const at of placesOf(bytes, start)) {
      const to = bytes.indexOf(end, at)
      if (to < 0) break
      bytes.fill(BLANK, at, to)
    }
}

function blankJpegSegments(bytes: Buffer): void {
  for (const { marker, signature } of JPEG_SEGMENTS)
    for (const at of placesOf(bytes, signature)) {
      if (at < 4 || bytes[at - 4] !== 0xff || bytes[at - 3] !== marker) continue
      bytes.fill(0, at, Math.min(bytes.length, at - 2 + bytes.readUInt16BE(at - 2)))
    }
}

/** Blanks the contents of every string between two places; brackets and lengths stay. */
function blankStrings(bytes: Buffer, from: number, to: number): void {
  let depth = 0
  let inHex = false
  for (let at = from; at < to; at += 1) {
    const character = String.fromCharCode(bytes[at] ?? 0)
    if (depth > 0) {
      if (character === '\\') {
        bytes.fill(BLANK, at, Math.min(to, at + 2))
        at += 1
        continue
      }
      if (character === '(') depth += 1
      if (character === ')') depth -= 1
      if (depth > 0) bytes[at] = BLANK
    } else if (inHex) {
      if (character === '>') inHex = false
      else bytes[at] = 0x30
    } else if (character === '(') depth = 1
    else if (character === '<' && bytes[at + 1] !== 0x3c && bytes[at - 1] !== 0x3c) inHex = true
  }
}

/** Numbers of the objects that the trailers, old and new, name as information dictionary. */
function informationObjects(text: string): ReadonlySet<number> {
  const references = [...bounded(text.matchAll(/\/Info\s+(\d{1,10})\s+\d{1,5}\s+R/g), TRAILERS_MAX)]
  return new Set(references.map(([, number]) => Number(number)))
}

function blankPlainInformation(bytes: Buffer, text: string, numbers: ReadonlySet<number>): void {
  let past = 0
  const objects = text.matchAll(/(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj\b/g)
  for (const { 0: head, 1: number, index } of bounded(objects, OBJECTS_MAX)) {
    if (index < past || !numbers.has(Number(number))) continue
    const start = index + head.length
    const window = text.slice(start, start + INFORMATION_MAX_CHARS)
    const length = window.indexOf('endobj')
    past = start + (length < 0 ? window.length : length)
    blankStrings(bytes, start, past)
  }
}

/** Compresses the changed content into its old space; returns false where it does not fit. */
async function packInto(bytes: Buffer, from: number, to: number, plain: Buffer): Promise<boolean> {
  const packed = await pack(plain, { level: 9 })
  if (packed.length > to - from) return false
  bytes.fill(0, from, to)
  packed.copy(bytes, from)
  return true
}

/** PDF 1.5 packs objects into streams: `number offset` pairs first, then the objects. */
function blankPackedInformation(
  plain: Buffer,
  numbers: ReadonlySet<number>,
  first: number,
): boolean {
  const heads = [
    ...bounded(plain.toString('latin1', 0, first).matchAll(/\d{1,10}/g), 2 * OBJECTS_MAX),
  ].map(Number)
  let room = plain.length
  let found = false
  for (let at = 0; at + 1 < heads.length; at += 2) {
    if (!numbers.has(heads[at] ?? -1)) continue
    const [start, end] = [
      first + (heads[at + 1] ?? 0),
      Math.min(plain.length, first + (heads[at + 3] ?? plain.length)),
    ]
    room -= Math.max(0, end - start)
    if (room < 0) throw new TooIntricate() // objects that overlap: a hundred kilobytes would take minutes
    blankStrings(plain, start, end)
    found = true
  }
  return found
}

const hasOtherPacking = (dictionary: string): boolean =>
  /\/(?:ASCIIHex|ASCII85|LZW|RunLength)Decode|\/Crypt\b/.test(dictionary)

async function blankStreams(
  bytes: Buffer,
  text: string,
  numbers: ReadonlySet<number>,
): Promise<boolean> {
  let [past, room] = [0, UNPACKED_MAX_BYTES]
  for (const { 0: head, index } of bounded(text.matchAll(/\bstream\r?\n/g), STREAMS_MAX)) {
    if (index < past) continue
    const from = index + head.length
    const to = text.indexOf('endstream', from)
    if (to < 0) break
    past = to
    const before = text.slice(Math.max(0, index - DICTIONARY_MAX_CHARS), index)
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
    const isMetadata = /\/Type\s*\/Metadata/.test(dictionary)
    const first = /\/Type\s*\/ObjStm/.test(dictionary)
      ? /\/First\s+(\d{1,9})/.exec(dictionary)?.[1]
      : undefined
    if (!isMetadata && first === undefined) continue
    // Objects with an unsupported compression could hide active content and authors.
    if (!dictionary.includes('/FlateDecode') || hasOtherPacking(dictionary)) {
      if (first !== undefined && dictionary.includes('/Filter')) return false
      continue
    }
    const end = text.slice(to - 2, to) === '\r\n' ? to - 2 : text[to - 1] === '\n' ? to - 1 : to
    // Undefined where the stream is cut off or too long.
    const plain = await unpack(bytes.subarray(from, end), { maxOutputLength: room }).catch(
      () => undefined,
    )
    if (plain === undefined) return false
    room = Math.max(1, room - plain.length)
    if (first !== undefined && hasActiveContent(plain.toString('latin1'))) throw new Active()
    if (isMetadata) plain.fill(BLANK)
    else if (!blankPackedInformation(plain, numbers, Number(first))) continue
    if (!(await packInto(bytes, from, end, plain))) return false
  }
  return true
}

async function clean(original: Buffer, text: string): Promise<CleanedDocument> {
  const bytes = Buffer.from(original)
  const numbers = informationObjects(text)
  blankPlainInformation(bytes, text, numbers)
  await nextTurn()
  if (!(await blankStreams(bytes, text, numbers))) return { ok: false, fault: 'protected' }
  await nextTurn()
  blankPackets(bytes)
  blankJpegSegments(bytes)
  return { ok: true, bytes }
}

export async function cleanPdf(original: Buffer): Promise<CleanedDocument> {
  const text = original.toString('latin1')
  // Nothing can be blanked inside a locked document, while its readers can see the author.
  if (/\/Encrypt\s{0,9}(\d|<<)/.test(text)) return { ok: false, fault: 'protected' }
  if (!text.includes('%%EOF')) return { ok: false, fault: 'damaged' }
  if (hasActiveContent(text)) return { ok: false, fault: 'active-content' }
  try {
    return await clean(original, text)
  } catch (error) {
    if (error instanceof TooIntricate) return { ok: false, fault: 'protected' }
    if (error instanceof Active) return { ok: false, fault: 'active-content' }
    throw error
  }
}
