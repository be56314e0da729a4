/**
 * Films (MP4, QuickTime) as they may be shown: phones store place, time, device and sometimes a
 * name beside the picture. Nothing is re-encoded; all data but picture and sound is blanked in
 * place, so that offsets stay valid. The changes are kept as patches, and the original is not
 * changed.
 */
import { readAt, type ByteSource } from '../byte-source.ts'
import {
  BrokenFilm,
  childrenOf,
  findChild,
  readBox,
  readCutBox,
  spend,
  TooIntricateFilm,
  type Allowance,
  type Box,
} from './film-boxes.ts'
import { sampleSpans } from './film-samples.ts'
import type { Patches } from './patches.ts'

const MP4 = 'video/mp4'
const QUICKTIME = 'video/quicktime'
type FilmType = typeof MP4 | typeof QUICKTIME
/** The same boxes without a picture: what phones call M4A. */
const MP4_SOUND = 'audio/mp4'

export type ExaminedFilm =
  | {
      readonly ok: true
      readonly mediaType: FilmType | typeof MP4_SOUND
      readonly patches: Patches
      /** Its end is missing: the index came first, and what it lists did not all arrive. */
      readonly isIncomplete: boolean
    }
  | {
      readonly ok: false
      readonly fault: 'damaged' | 'not-evidence' | 'protected' | 'active-content'
    }

/** Brands of pictures, of Canon's raw photos and of JPEG 2000, which are made of the same boxes. */
const PICTURE_BRAND = /^(hei[cfmsx]|hev[cmsx]|mif[12]|msf1|avi[fs]|crx |jp[2xm] |mjp2)$/
/** What a film of QuickTime begins with where it has no `ftyp`: older cameras, and programs of Apple. */
const FIRST_BOXES = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
const BOXES_MAX = 20_000
/** Limits for the whole file: nested boxes, and entries of the tables that locate samples. */
const INNER_BOXES_MAX = 100_000
const ENTRIES_MAX = 500_000
/** A camera writes picture, several sounds and a few tracks of places and times. */
const TRACKS_MAX = 64
const MOOV_MAX_BYTES = 16 * 1024 * 1024
const MOOF_MAX_BYTES = 1024 * 1024
const PATCHES_MAX = 50_000

const TOP_KEPT = ['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp']
const KEPT: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'edts', 'mdia'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  moof: ['mfhd', 'traf'],
}
const SHOWN_TRACKS = ['vide', 'soun']

class Refused extends Error {
  override readonly name = 'Refused'
  readonly fault: 'not-evidence' | 'protected' | 'active-content'
  constructor(fault: 'not-evidence' | 'protected' | 'active-content') {
    super(fault)
    this.fault = fault
  }
}

interface Notes {
  readonly zeros: [number, number][]
  readonly free: number[]
  readonly boxes: Allowance
  readonly entries: Allowance
}

function zero(notes: Notes, start: number, length: number): void {
  if (length <= 0) return
  const last = notes.zeros.at(-1)
  if (last !== undefined && last[0] + last[1] === start) last[1] += length
  else notes.zeros.push([start, length])
  if (notes.zeros.length > PATCHES_MAX) throw new Refused('protected')
}
/** @param offset where in the file the places of the box count from */
function blank(notes: Notes, { start, body, end }: Box, offset: number): void {
  notes.free.push(offset + start + 4)
  if (notes.free.length > PATCHES_MAX) throw new Refused('protected')
  zero(notes, offset + body, end - body)
}

/**
 * Whether the first bytes are those of a film. The brand says which program wrote it and not what it is, and there are
 * hundreds: so brands of pictures are left out, and the index decides about the others.
 */
export function beginsLikeFilm(head: Buffer): boolean {
  if (head.length < 12) return false
  const type = head.toString('latin1', 4, 8)
  if (type === 'ftyp') return !PICTURE_BRAND.test(head.toString('latin1', 8, 12))
  return FIRST_BOXES.includes(type)
}

const filmType = (head: Buffer): FilmType =>
  head.toString('latin1', 4, 8) === 'ftyp' && head.toString('latin1', 8, 12) !== 'qt  '
    ? MP4
    : QUICKTIME

interface TopBoxes {
  readonly boxes: readonly Box[]
  /** Where the last box is cut off; what begins there cannot be read. */
  readonly cutAt: number | undefined
}

/**
 * A recording or a download that stopped early ends within a box. Behind an index that can be read there may be pictures
 * that are evidence; without one nobody can show them.
 */
async function topBoxes(source: ByteSource): Promise<TopBoxes> {
  const boxes: Box[] = []
  for (let at = 0; at < source.size;) {
    const head = await readAt(source, at, 16)
    const cut = readCutBox(head, at, source.size)
    if (cut !== undefined) {
      if (!boxes.some(({ type }) => type === 'moov')) throw new BrokenFilm()
      if (cut !== 'unreadable') boxes.push(cut)
      return { boxes, cutAt: at }
    }
    const box = readBox(head, at, source.size)
    boxes.push(box)
    if (boxes.length > BOXES_MAX) throw new Refused('protected')
    at = box.end
  }
  return { boxes, cutAt: undefined }
}

/** When the film was made is in four places, twice in each. */
function zeroTimes(notes: Notes, bytes: Buffer, { body, end }: Box, offset: number): void {
  if (body + 20 > end) throw new BrokenFilm()
  zero(notes, offset + body + 4, bytes[body] === 1 ? 16 : 8)
}

function handlerOf(bytes: Buffer, mdia: Box | undefined): string | undefined {
  const hdlr = mdia === undefined ? undefined : findChild(bytes, mdia.body, mdia.end, 'hdlr')
  return hdlr === undefined || hdlr.body + 12 > hdlr.end
    ? undefined
    : bytes.toString('latin1', hdlr.body + 8, hdlr.body + 12)
}

/** A player may fetch a track from another host, and so reveal the viewer to its owner. */
function refuseRemote(bytes: Buffer, dinf: Box): void {
  const dref = findChild(bytes, dinf.body, dinf.end, 'dref')
  if (dref === undefined) return
  if (dref.body + 8 > dref.end) throw new BrokenFilm()
  for (const { body, end } of childrenOf(bytes, dref.body + 8, dref.end)) {
    if (body + 4 > end) throw new BrokenFilm()
    const isHere = ((bytes[body + 3] ?? 0) & 1) === 1
    if (!isHere) throw new Refused('active-content')
  }
}

function walk(notes: Notes, bytes: Buffer, parent: Box, offset: number): void {
  const kept = KEPT[parent.type] ?? []
  for (const box of childrenOf(bytes, parent.body, parent.end)) {
    spend(notes.boxes, 1)
    if (!kept.includes(box.type)) blank(notes, box, offset)
    else if (box.type === 'trak') walkTrack(notes, bytes, box, offset)
    else if (['mvhd', 'tkhd', 'mdhd'].includes(box.type)) zeroTimes(notes, bytes, box, offset)
    else if (box.type === 'hdlr') zero(notes, offset + box.body + 12, box.end - box.body - 12) // the program that wrote it
    else if (box.type === 'dinf') refuseRemote(bytes, box)
    else if (KEPT[box.type] !== undefined) walk(notes, bytes, box, offset)
  }
}

function walkTrack(notes: Notes, bytes: Buffer, trak: Box, offset: number): void {
  const mdia = findChild(bytes, trak.body, trak.end, 'mdia')
  if (SHOWN_TRACKS.includes(handlerOf(bytes, mdia) ?? '')) return walk(notes, bytes, trak, offset)
  const minf = mdia === undefined ? undefined : findChild(bytes, mdia.body, mdia.end, 'minf')
  const stbl = minf === undefined ? undefined : findChild(bytes, minf.body, minf.end, 'stbl')
  if (stbl !== undefined)
    for (const { start, length } of sampleSpans(bytes, stbl, notes.entries))
      zero(notes, start, length)
  blank(notes, trak, offset)
}

/** @returns whether it has a picture */
function examineMoov(notes: Notes, bytes: Buffer, offset: number): boolean {
  const moov: Box = readBox(bytes.subarray(0, 16), 0, bytes.length)
  const tracks = [...childrenOf(bytes, moov.body, moov.end)].filter(({ type }) => type === 'trak')
  if (tracks.length > TRACKS_MAX) throw new TooIntricateFilm()
  const handlers = tracks.map((trak) =>
    handlerOf(bytes, findChild(bytes, trak.body, trak.end, 'mdia')),
  )
  if (!handlers.some((handler) => SHOWN_TRACKS.includes(handler ?? '')))
    throw new Refused('not-evidence')
  const hasFragments = findChild(bytes, moov.body, moov.end, 'mvex') !== undefined
  // The samples of a fragmented track are in every fragment, so a fragmented film is accepted only
  // with picture and sound alone.
  if (hasFragments && !handlers.every((handler) => SHOWN_TRACKS.includes(handler ?? '')))
    throw new Refused('protected')
  walk(notes, bytes, moov, offset)
  return handlers.includes('vide')
}

async function examine(source: ByteSource): Promise<ExaminedFilm> {
  const notes: Notes = {
    zeros: [],
    free: [],
    boxes: { left: INNER_BOXES_MAX },
    entries: { left: ENTRIES_MAX },
  }
  const { boxes, cutAt } = await topBoxes(source)
  const types = boxes.map(({ type }) => type)
  if (types.filter((type) => type === 'moov').length !== 1 || !types.includes('mdat'))
    throw new BrokenFilm()
  let hasPicture = false
  for (const box of boxes) {
    const size = box.end - box.start
    if (!TOP_KEPT.includes(box.type)) blank(notes, box, 0)
    else if (box.type === 'moov' || box.type === 'moof') {
      if (size > (box.type === 'moov' ? MOOV_MAX_BYTES : MOOF_MAX_BYTES))
        throw new Refused('protected')
      const bytes = await readAt(source, box.start, size)
      if (box.type === 'moov') hasPicture = examineMoov(notes, bytes, box.start)
      else walk(notes, bytes, readBox(bytes.subarray(0, 16), 0, bytes.length), box.start)
    }
  }
  const isIncomplete = cutAt !== undefined
  if (cutAt !== undefined && boxes.at(-1)?.start !== cutAt) {
    // Behind a film that has no fragments there is nothing to cut off: these bytes are something else.
    if (!types.includes('moof')) throw new BrokenFilm()
    zero(notes, cutAt, source.size - cutAt)
  }
  const patches = ordered(notes, source.size, isIncomplete)
  const mediaType = hasPicture ? filmType(await readAt(source, 0, 12)) : MP4_SOUND
  return { ok: true, mediaType, patches, isIncomplete }
}

/**
 * In the order of offsets, so that a reader finds the patches of its part. Samples outside the file
 * make the film invalid, unless its end is missing.
 */
function ordered({ zeros, free }: Notes, size: number, isIncomplete: boolean): Patches {
  const isOutside = ([start, length]: readonly [number, number]) => start + length > size
  if (!isIncomplete && zeros.some(isOutside)) throw new BrokenFilm()
  const inside = zeros
    .filter(([start]) => start < size)
    .map(([start, length]) => [start, Math.min(length, size - start)] as const)
  return { zeros: inside.toSorted(([a], [b]) => a - b), free: free.toSorted((a, b) => a - b) }
}

export async function examineFilm(source: ByteSource): Promise<ExaminedFilm> {
  if (!beginsLikeFilm(await readAt(source, 0, 12))) return { ok: false, fault: 'not-evidence' }
  try {
    return await examine(source)
  } catch (error) {
    if (error instanceof TooIntricateFilm) return { ok: false, fault: 'protected' }
    if (error instanceof Refused) return { ok: false, fault: error.fault }
    if (error instanceof BrokenFilm || error instanceof RangeError)
      return { ok: false, fault: 'damaged' } // RangeError: a place behind the end
    throw error
  }
}
