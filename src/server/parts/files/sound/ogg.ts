/** Ogg (RFC 3533) with Opus, Vorbis or Speex: what messengers send as a voice note. */
import type { ByteSource } from '../byte-source.ts'
import { BrokenSound, createWindow, type Examined, type Notes } from './sound-notes.ts'

const CAPTURE = 'OggS'
const HEADER_BYTES = 27
/** Header, 255 sizes and 255 times 255 bytes. */
const PAGE_MAX_BYTES = HEADER_BYTES + 255 + 255 * 255
const FIRST_PAGE = 0x02
const CRC_AT = 22

interface Codec {
  readonly begins: string
  /** What stands before the list of comments in the second packet. */
  readonly comments: string
  /** Of Vorbis one bit ends the list; of the others nothing does. */
  readonly endsWithBit: boolean
}
const CODECS: readonly Codec[] = [
  { begins: 'OpusHead', comments: 'OpusTags', endsWithBit: false },
  { begins: '\x01vorbis', comments: '\x03vorbis', endsWithBit: true },
  { begins: 'Speex   ', comments: '', endsWithBit: false },
]

/** An empty vendor and an empty list: two lengths of four bytes. */
const EMPTY_LIST_BYTES = 8

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 0x80_00_00_00) === 0 ? value << 1 : (value << 1) ^ 0x04_c1_1d_b7
  return value >>> 0
})
/** Of a page whose own checksum is zero: not the one of ZIP, which goes the other way round. */
export function pageChecksum(page: Buffer): number {
  let crc = 0
  for (const byte of page) crc = ((crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  return crc
}

export const isOgg = (head: Buffer): boolean => head.toString('latin1', 0, 4) === CAPTURE

interface Stream {
  readonly codec: Codec
  /** Counted from 0: the head, the comments, and then the sound. */
  packet: number
  /** Bytes of the packet of comments that earlier pages had. */
  seen: number
}

/** Blanks what belongs to the comments in one page, and writes its checksum. */
function blankComments(notes: Notes, stream: Stream, page: Buffer, pageAt: number): void {
  const segments = page[26] ?? 0
  let at = HEADER_BYTES + segments
  let isChanged = false
  for (let index = 0; index < segments; index += 1) {
    const size = page[HEADER_BYTES + index] ?? 0
    if (stream.packet === 1) {
      const { comments, endsWithBit } = stream.codec
      for (let place = 0; place < size; place += 1) {
        const inPacket = stream.seen + place
        const isMark = inPacket < comments.length
        const byte = isMark ? comments.charCodeAt(inPacket) : 0
        if (isMark && page[at + place] !== byte) throw new BrokenSound()
        page[at + place] = byte
        if (isMark) continue
        notes.zero(pageAt + at + place, 1)
        if (inPacket !== comments.length + EMPTY_LIST_BYTES || !endsWithBit) continue
        page[at + place] = 1
        notes.write(pageAt + at + place, Buffer.of(1))
      }
      stream.seen += size
      isChanged = true
    }
    at += size
    if (size < 255) {
      // A list that has no room for two lengths is none.
      if (stream.packet === 1 && stream.seen < stream.codec.comments.length + EMPTY_LIST_BYTES)
        throw new BrokenSound()
      stream.packet += 1
    }
  }
  if (!isChanged) return
  page.fill(0, CRC_AT, CRC_AT + 4)
  page.writeUInt32LE(pageChecksum(page), CRC_AT)
  notes.write(pageAt + CRC_AT, page.subarray(CRC_AT, CRC_AT + 4))
}

export async function readOgg(source: ByteSource, notes: Notes): Promise<Examined | undefined> {
  const read = createWindow(source)
  const streams = new Map<number, Stream>()
  let [at, isIncomplete] = [0, false]
  while (at < source.size) {
    notes.step()
    const head = await read(at, HEADER_BYTES + 255)
    if (head.toString('latin1', 0, 4) !== CAPTURE.slice(0, head.length)) throw new BrokenSound()
    const segments = head[26] ?? 0
    const sizes = head.subarray(HEADER_BYTES, HEADER_BYTES + segments)
    const length = HEADER_BYTES + segments + sizes.reduce((sum, size) => sum + size, 0)
    if (head.length < HEADER_BYTES + segments || at + length > source.size) {
      // What a cut page holds cannot be told, and no player reads it.
      notes.zero(at, source.size - at)
      isIncomplete = true
      break
    }
    const page = Buffer.from(await read(at, Math.min(length, PAGE_MAX_BYTES)))
    const serial = page.readUInt32LE(14)
    if (((page[5] ?? 0) & FIRST_PAGE) !== 0) {
      const begins = page.toString('latin1', HEADER_BYTES + segments, HEADER_BYTES + segments + 8)
      const codec = CODECS.find((one) => begins.startsWith(one.begins))
      if (codec === undefined) return undefined // with a picture, or subtitles
      streams.set(serial, { codec, packet: 0, seen: 0 })
    }
    const stream = streams.get(serial)
    if (stream === undefined) throw new BrokenSound()
    if (stream.packet < 2) blankComments(notes, stream, page, at)
    at += length
  }
  if ([...streams.values()].some(({ packet }) => packet < 2)) throw new BrokenSound()
  return { mediaType: 'audio/ogg', isIncomplete }
}
