/**
 * Formats that are frames one behind the other: MP3, AAC (ADTS) and AMR. What is no frame is blanked: tags before and
 * behind the sound with names, places and pictures, and whatever a program put in between.
 */
import type { ByteSource } from '../byte-source.ts'
import { BrokenSound, createWindow, type Examined, type Notes } from './sound-notes.ts'

/** Bytes of the frame that begins there; undefined where none does. */
type FrameLength = (head: Buffer) => number | undefined

const MPEG_1 = 3
const LAYER_3 = 1
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** By the version: 2.5, none, 2, 1. */
const RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]

const mp3Frame: FrameLength = (head) => {
  if (head.length < 4 || head[0] !== 0xff || ((head[1] ?? 0) & 0xe0) !== 0xe0) return undefined
  const [second, third] = [head[1] ?? 0, head[2] ?? 0]
  const version = (second >> 3) & 3
  if (((second >> 1) & 3) !== LAYER_3) return undefined
  const bitrate = (version === MPEG_1 ? BITRATES_1 : BITRATES_2)[third >> 4]
  const rate = RATES[version]?.[(third >> 2) & 3]
  if (bitrate === undefined || bitrate === 0 || rate === undefined) return undefined
  const samplesInBytes = version === MPEG_1 ? 144 : 72
  return Math.floor((samplesInBytes * bitrate * 1_000) / rate) + ((third >> 1) & 1)
}

const aacFrame: FrameLength = (head) => {
  // Layer 0 tells it from MP3.
  if (head.length < 7 || head[0] !== 0xff || ((head[1] ?? 0) & 0xf6) !== 0xf0) return undefined
  const length = (((head[3] ?? 0) & 3) << 11) | ((head[4] ?? 0) << 3) | ((head[5] ?? 0) >> 5)
  return length < 7 ? undefined : length
}

/** By the type of the frame, with its first byte; types without a length do not exist. */
const AMR_BYTES = [13, 14, 16, 18, 20, 21, 27, 32, 6]
const AMR_WIDE_BYTES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6]
const NO_SOUND = 15
const amrFrame =
  (lengths: readonly number[]): FrameLength =>
  (head) => {
    const first = head[0] ?? 0xff
    if ((first & 0x83) !== 0) return undefined
    const type = first >> 3
    return type === NO_SOUND ? 1 : lengths[type]
  }

interface Kind {
  readonly mediaType: string
  readonly frame: FrameLength
  /** What the file begins with, before the first frame. */
  readonly mark: string
}
const KINDS: readonly Kind[] = [
  { mediaType: 'audio/amr', mark: '#!AMR\n', frame: amrFrame(AMR_BYTES) },
  { mediaType: 'audio/amr-wb', mark: '#!AMR-WB\n', frame: amrFrame(AMR_WIDE_BYTES) },
  { mediaType: 'audio/aac', mark: '', frame: aacFrame },
  { mediaType: 'audio/mpeg', mark: '', frame: mp3Frame },
]
const FRAME_HEAD_BYTES = 10
/** So many frames in a row are a sound: two bytes alone are found in every file. */
const FRAMES_MIN = 3

const TAG_HEADER_BYTES = 10
/** ID3v1, at the very end. */
const END_TAG_BYTES = 128
/** Body of an ID3v2 tag; its length has seven bits in each byte. */
const tagLength = (head: Buffer): number | undefined =>
  head.length >= TAG_HEADER_BYTES && head.toString('latin1', 0, 3) === 'ID3'
    ? head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    : undefined

const kindAt = (head: Buffer): Kind | undefined =>
  KINDS.find(({ mark, frame }) =>
    mark === '' ? frame(head) !== undefined : head.toString('latin1', 0, mark.length) === mark,
  )

export const isFrames = (head: Buffer): boolean =>
  tagLength(head) !== undefined || kindAt(head) !== undefined

/** Blanks what stands in tags before the sound. @returns where the sound begins */
async function skipTags(read: Read, notes: Notes): Promise<number> {
  for (let at = 0; ;) {
    notes.step()
    const head = await read(at, TAG_HEADER_BYTES)
    const length = tagLength(head)
    if (length === undefined) return at
    // A tag of nothing but room: without flags, because a second header would have to follow.
    notes.zero(at + 5, 1)
    notes.zero(at + TAG_HEADER_BYTES, length)
    at += TAG_HEADER_BYTES + length
  }
}

/**
 * Blanks an ID3v1 tag but for its mark: players skip it then, and take 128 zeros for a broken frame.
 * @returns where the sound ends
 */
async function skipEndTag(read: Read, size: number, notes: Notes): Promise<number> {
  const start = size - END_TAG_BYTES
  if (start < 0 || (await read(start, 3)).toString('latin1') !== 'TAG') return size
  notes.zero(start + 3, END_TAG_BYTES - 3)
  return start
}

type Read = (at: number, length: number) => Promise<Buffer>

/** The next frame is looked for byte by byte, and never far. */
const GAP_MAX_BYTES = 64 * 1024

export async function readFrames(source: ByteSource, notes: Notes): Promise<Examined | undefined> {
  const read = createWindow(source)
  const start = await skipTags(read, notes)
  let at = start
  // Some programs leave room behind a tag.
  const room = start > 0 ? start + GAP_MAX_BYTES : start
  while (at < room && (await read(at, 1))[0] === 0) at += 1
  const kind = kindAt(await read(at, FRAME_HEAD_BYTES))
  if (kind === undefined) return undefined
  at += kind.mark.length
  const end = await skipEndTag(read, source.size, notes)
  let [frames, gap, isIncomplete] = [0, 0, false]
  while (at < end) {
    const head = await read(at, FRAME_HEAD_BYTES)
    const length = kind.frame(head)
    if (length === undefined) {
      if (frames < FRAMES_MIN || gap >= GAP_MAX_BYTES) break
      notes.step()
      notes.zero(at, 1)
      gap += 1
      at += 1
      continue
    }
    notes.step()
    if (at + length > end) {
      isIncomplete = true
      break
    }
    frames += 1
    gap = 0
    at += length
  }
  // The last frame is cut, or behind the sound there is something else.
  notes.zero(at, end - at)
  if (frames < FRAMES_MIN) {
    // Without a tag or a mark, the file only begins like one of this kind.
    if (start > 0 || kind.mark !== '') throw new BrokenSound()
    return undefined
  }
  return { mediaType: kind.mediaType, isIncomplete }
}
