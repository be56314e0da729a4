/** Pictures of a PDF without anything but the picture: no EXIF, no XMP, no comments, nothing after the end. */
import { Refused } from '../cleaned-document.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const JFIF = 0xe0
const ADOBE = 0xee
/** Frames, tables, restart interval, number of lines. */
const isPictureSegment = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
  marker === 0xdb ||
  marker === 0xdc ||
  marker === 0xdd

/** `JFIF`, version, density, and no small picture. */
const JFIF_BYTES = 14
/** `Adobe`, version, flags, and how the colours are stored. */
const ADOBE_BYTES = 12

function segment(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** End of the packed picture that follows a scan's head. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Of the application segments only what tells the colours passes. */
function applicationSegment(marker: number, body: Buffer): Buffer | undefined {
  if (marker === JFIF && body.toString('latin1', 0, 5) === 'JFIF\0' && body.length >= JFIF_BYTES) {
    const plain = Buffer.from(body.subarray(0, JFIF_BYTES))
    plain.fill(0, 12) // the size of the small picture that is cut off
    return segment(marker, plain)
  }
  if (marker === ADOBE && body.toString('latin1', 0, 5) === 'Adobe' && body.length >= ADOBE_BYTES)
    return segment(marker, body.subarray(0, ADOBE_BYTES))
  return undefined
}

export function cleanJpeg(original: Uint8Array): Uint8Array {
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength)
  if (bytes[0] !== 0xff || bytes[1] !== SOI) throw new Refused('damaged')
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new Refused('damaged')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw new Refused('damaged')
    const body = bytes.subarray(at + 4, end)
    if (marker === SOS) {
      const next = endOfScan(bytes, end)
      kept.push(segment(marker, body), bytes.subarray(end, next))
      at = next
      continue
    }
    const passed = isPictureSegment(marker)
      ? segment(marker, body)
      : applicationSegment(marker, body)
    if (passed !== undefined) kept.push(passed)
    at = end
  }
  return Buffer.concat([...kept, Buffer.from([0xff, EOI])])
}

const BOXES = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c'])
const HEADER_BOXES = new Set(['ihdr', 'bpcc', 'colr', 'pclr', 'cmap', 'cdef'])
const CODESTREAM = 'jp2c'
const COMMENT = 0x64
const TILE = 0x90

function box(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function boxes(bytes: Buffer, allowed: ReadonlySet<string>): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const stated = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const length = stated === 0 ? bytes.length - at : stated
    if (length < 8 || at + length > bytes.length) throw new Refused('protected')
    const body = bytes.subarray(at + 8, at + length)
    if (allowed.has(type))
      kept.push(
        box(
          type,
          type === CODESTREAM
            ? codestream(body)
            : type === 'jp2h'
              ? boxes(body, HEADER_BOXES)
              : body,
        ),
      )
    at += length
  }
  return Buffer.concat(kept)
}

/** The packed picture without the comments of its head. */
function codestream(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== TILE) {
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw new Refused('damaged')
    if (bytes[at + 1] !== COMMENT) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

export function cleanJpeg2000(original: Uint8Array): Uint8Array {
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength)
  if (bytes[0] === 0xff && bytes[1] === 0x4f) return codestream(bytes)
  const cleaned = boxes(bytes, BOXES)
  if (cleaned.length === 0) throw new Refused('damaged')
  return cleaned
}
