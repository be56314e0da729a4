/** The boxes that an MP4 or QuickTime film is made of (ISO/IEC 14496-12). */
export interface Box {
  readonly type: string
  /** The place is that of the whole box with its header. */
  readonly start: number
  readonly end: number
  readonly body: number
}

/** The content of the file is inconsistent: cut off, or manipulated. */
export class BrokenFilm extends Error {
  override readonly name = 'BrokenFilm'
}

/**
 * More boxes, tracks or samples than a normal film has: a sender must not be able to cause
 * unlimited work.
 */
export class TooIntricateFilm extends Error {
  override readonly name = 'TooIntricateFilm'
}

/** Limit of the entries that are examined in one file, over all its tracks. */
export interface Allowance {
  left: number
}
/** @throws TooIntricateFilm */
export function spend(allowance: Allowance, count: number): void {
  allowance.left -= count
  if (allowance.left < 0) throw new TooIntricateFilm()
}

const CHILDREN_MAX = 1_000
const SHORT_HEADER = 8
const LONG_HEADER = 16

/**
 * A box of the file whose stated end, or whose header, lies behind the end of the file: a recording or a download that
 * stopped. Of media what arrived is kept; of any other box nothing can be said.
 */
export function readCutBox(
  head: Buffer,
  start: number,
  fileEnd: number,
): Box | 'unreadable' | undefined {
  const isLong = head.length >= SHORT_HEADER && head.readUInt32BE(0) === 1
  if (head.length < (isLong ? LONG_HEADER : SHORT_HEADER)) return 'unreadable'
  const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
  if (size === 0 || start + size <= fileEnd) return undefined
  const type = head.toString('latin1', 4, 8)
  return type === 'mdat'
    ? { type, start, end: fileEnd, body: start + (isLong ? LONG_HEADER : SHORT_HEADER) }
    : 'unreadable'
}

/** @param head at least the first 16 bytes of the box, fewer only at the end of the file */
export function readBox(head: Buffer, start: number, end: number): Box {
  if (head.length < SHORT_HEADER) throw new BrokenFilm()
  const short = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  if (short === 1 && head.length < LONG_HEADER) throw new BrokenFilm()
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - start : short
  const header = short === 1 ? LONG_HEADER : SHORT_HEADER
  if (size < header || start + size > end) throw new BrokenFilm()
  return { type, start, end: start + size, body: start + header }
}

/**
 * The boxes inside a box that is in memory. Places count from the start of `bytes`.
 * @throws BrokenFilm, TooIntricateFilm
 */
export function* childrenOf(bytes: Buffer, from: number, to: number): Generator<Box> {
  const children = { left: CHILDREN_MAX }
  for (let at = from; at < to;) {
    // QuickTime closes some lists with four zero bytes.
    if (to - at === 4 && bytes.readUInt32BE(at) === 0) return
    const box = readBox(bytes.subarray(at, Math.min(at + LONG_HEADER, to)), at, to)
    spend(children, 1)
    yield box
    at = box.end
  }
}

export const findChild = (
  bytes: Buffer,
  from: number,
  to: number,
  type: string,
): Box | undefined => {
  for (const box of childrenOf(bytes, from, to)) if (box.type === type) return box
  return undefined
}
