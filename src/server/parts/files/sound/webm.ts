/**
 * WebM and Matroska with sound alone, as browsers record it. Elements that are not on the lists become room (`Void`) of
 * the same length. Recorders that write as they go leave the lengths of the largest elements open.
 */
import type { ByteSource } from '../byte-source.ts'
import { BrokenSound, createWindow, type Examined, type Notes } from './sound-notes.ts'

const EBML = 0x1a_45_df_a3
const SEGMENT = 0x18_53_80_67
const INFO = 0x15_49_a9_66
const TRACKS = 0x16_54_ae_6b
const TRACK = 0xae
const CLUSTER = 0x1f_43_b6_75
const TRACK_TYPE = 0x83
const SOUND = 2
const CODEC = 0x86
/** The set-up of Vorbis holds a list of comments, so it is no sound of ours. */
const CODECS = /^A_(OPUS|AAC|PCM)/

/** What is inside of which element; a list of none is copied as it is. */
const KEPT: Readonly<Record<number, readonly number[]>> = {
  [SEGMENT]: [INFO, TRACKS, CLUSTER, 0x1c_53_bb_6b /* Cues */],
  [INFO]: [0x2a_d7_b1 /* scale of time */, 0x44_89 /* duration */],
  [TRACKS]: [TRACK],
  [TRACK]: [
    0xd7,
    0x73_c5,
    TRACK_TYPE,
    CODEC,
    0x63_a2,
    0xe1,
    0x56_aa,
    0x56_bb,
    0x23_e3_83,
    0x9c,
    0xb9,
    0x88,
  ],
  [CLUSTER]: [0xe7, 0xa3, 0xa0, 0xab, 0xa7],
}
/** The programs that wrote it have to be named, and may be named by nothing. */
const NAMES = [0x4d_80, 0x57_41]
const VOID = 0xec
const MAY_BE_OPEN = [SEGMENT, CLUSTER]
const HEAD_MAX_BYTES = 12

interface Element {
  readonly id: number
  readonly start: number
  readonly body: number
  /** Undefined: open. */
  readonly end: number | undefined
}

export const isWebm = (head: Buffer): boolean => head.length >= 4 && head.readUInt32BE(0) === EBML

/** Bytes of a number whose first bits say how many there are. */
const lengthOf = (first: number): number => Math.clz32(first) - 23

function readElement(head: Buffer, start: number): Element | undefined {
  const idBytes = lengthOf(head[0] ?? 0)
  if (head.length <= idBytes) return undefined
  const sizeBytes = lengthOf(head[idBytes] ?? 0)
  if (idBytes > 4 || sizeBytes > 8) throw new BrokenSound()
  if (head.length < idBytes + sizeBytes) return undefined
  const id = head.readUIntBE(0, idBytes)
  const digits = head.subarray(idBytes, idBytes + sizeBytes)
  let [size, isOpen] = [0, true]
  for (const [index, byte] of digits.entries()) {
    const mask = index === 0 ? 0xff >> sizeBytes : 0xff
    isOpen &&= (byte & mask) === mask
    size = size * 256 + (byte & mask)
  }
  const body = start + idBytes + sizeBytes
  if (isOpen && !MAY_BE_OPEN.includes(id)) throw new BrokenSound()
  if (!isOpen && size > Number.MAX_SAFE_INTEGER / 2) throw new BrokenSound()
  return { id, start, body, end: isOpen ? undefined : body + size }
}

/** Room of the same length, whatever the length of its own length. */
function makeRoom(notes: Notes, { start }: Element, end: number): void {
  const total = end - start
  const sizeBytes = total < 100 ? 1 : 8
  const header = Buffer.alloc(1 + sizeBytes)
  header[0] = VOID
  const size = total - header.length
  if (sizeBytes === 1) header[1] = 0x80 | size
  else {
    header.writeUIntBE(size, 3, 6)
    header[1] = 0x01
  }
  notes.zero(start, total)
  notes.write(start, header)
}

interface State {
  readonly read: (at: number, length: number) => Promise<Buffer>
  readonly notes: Notes
  readonly size: number
  sounds: number
  hasOther: boolean
  isCut: boolean
}

/** An element that holds no others: kept, emptied or made room. */
async function take(
  state: State,
  parent: number,
  element: Element,
  { end, isCut }: { readonly end: number; readonly isCut: boolean },
): Promise<void> {
  const { read, notes } = state
  const { id, start, body } = element
  if (id === VOID || (parent === INFO && NAMES.includes(id))) notes.zero(body, end - body)
  else if (!(KEPT[parent] ?? []).includes(id)) {
    if (end - start < 2) throw new BrokenSound()
    // A cut one cannot become room of its own length: its header would lie about it.
    if (isCut) notes.zero(start, end - start)
    else makeRoom(notes, element, end)
  } else if (id === TRACK_TYPE) {
    const [type] = await read(body, 1)
    if (type === SOUND) state.sounds += 1
    else state.hasOther = true
  } else if (id === CODEC) {
    const codec = await read(body, Math.min(end - body, 32))
    if (!CODECS.test(codec.toString('latin1'))) state.hasOther = true
  }
}

/** @returns where it ended: an open cluster ends where the next one begins */
async function walk(state: State, parent: number, from: number, to: number): Promise<number> {
  const { read, notes, size } = state
  const kept = KEPT[parent] ?? []
  for (let at = from; at < to;) {
    notes.step()
    const head = await read(at, HEAD_MAX_BYTES)
    const element = readElement(head, at)
    if (element === undefined) {
      state.isCut = true
      notes.zero(at, size - at)
      return size
    }
    const { id, body } = element
    // An element of the segment ends an open cluster.
    if (parent === CLUSTER && (KEPT[SEGMENT]?.includes(id) ?? false)) return at
    const end = Math.min(element.end ?? to, to)
    if (element.end !== undefined && element.end > to) {
      if (to < size) throw new BrokenSound()
      state.isCut = true
    }
    if (KEPT[id] !== undefined && kept.includes(id)) {
      const ended = await walk(state, id, body, end)
      at = element.end === undefined ? ended : end
      continue
    }
    await take(state, parent, element, { end, isCut: (element.end ?? end) > end })
    at = end
  }
  return to
}

export async function readWebm(source: ByteSource, notes: Notes): Promise<Examined | undefined> {
  const read = createWindow(source)
  const header = readElement(await read(0, HEAD_MAX_BYTES), 0)
  if (header?.end === undefined || header.end > source.size || header.end > 4_096)
    throw new BrokenSound()
  const words = await read(header.body, header.end - header.body)
  if (!/webm|matroska/.test(words.toString('latin1'))) return undefined
  const segment = readElement(await read(header.end, HEAD_MAX_BYTES), header.end)
  if (segment?.id !== SEGMENT) throw new BrokenSound()
  const state: State = { read, notes, size: source.size, sounds: 0, hasOther: false, isCut: false }
  const isShort = segment.end !== undefined && segment.end > source.size
  const end = Math.min(segment.end ?? source.size, source.size)
  await walk(state, SEGMENT, segment.body, end)
  notes.zero(end, source.size - end)
  if (state.hasOther) return undefined // a film, which is not taken in this form
  if (state.sounds === 0) throw new BrokenSound()
  return { mediaType: 'audio/webm', isIncomplete: isShort || state.isCut }
}
