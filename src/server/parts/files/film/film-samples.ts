/** Finds the samples of one track in the file, because recorded places or names must be blanked. */
import { BrokenFilm, findChild, spend, type Allowance, type Box } from './film-boxes.ts'

export interface Span {
  readonly start: number
  readonly length: number
}

/** A box that begins with version, flags and a count. */
function table(
  bytes: Buffer,
  box: Box | undefined,
  skip: number,
  entryBytes: number,
  allowance: Allowance,
): { readonly count: number; readonly at: number } {
  if (box === undefined || box.body + 8 + skip > box.end) throw new BrokenFilm()
  const count = bytes.readUInt32BE(box.body + 4 + skip)
  const at = box.body + 8 + skip
  if (at + count * entryBytes > box.end) throw new BrokenFilm()
  spend(allowance, count)
  return { count, at }
}

/**
 * Returns the total length in bytes of `count` samples from the sample `first` on. Where all have
 * one size, no table is read.
 */
function sampleLengths(
  bytes: Buffer,
  stbl: Box,
  allowance: Allowance,
): (first: number, count: number) => number {
  const stsz = findChild(bytes, stbl.body, stbl.end, 'stsz')
  if (stsz === undefined || stsz.body + 12 > stsz.end) throw new BrokenFilm()
  const same = bytes.readUInt32BE(stsz.body + 4)
  if (same !== 0) return (_first, count) => count * same
  const sizes = table(bytes, stsz, 4, 4, allowance)
  return (first, count) => {
    let length = 0
    for (let index = first; index < Math.min(first + count, sizes.count); index += 1)
      length += bytes.readUInt32BE(sizes.at + index * 4)
    return length
  }
}

function chunkOffsets(bytes: Buffer, stbl: Box, allowance: Allowance): readonly number[] {
  const short = findChild(bytes, stbl.body, stbl.end, 'stco')
  const { count, at } = table(
    bytes,
    short ?? findChild(bytes, stbl.body, stbl.end, 'co64'),
    0,
    short === undefined ? 8 : 4,
    allowance,
  )
  return Array.from({ length: count }, (_, index) =>
    short === undefined
      ? Number(bytes.readBigUInt64BE(at + index * 8))
      : bytes.readUInt32BE(at + index * 4),
  )
}

/** How many samples lie in each chunk: runs of `first chunk, samples`. */
function samplesPerChunk(
  bytes: Buffer,
  stbl: Box,
  chunks: number,
  allowance: Allowance,
): readonly number[] {
  const { count, at } = table(
    bytes,
    findChild(bytes, stbl.body, stbl.end, 'stsc'),
    0,
    12,
    allowance,
  )
  const counts: number[] = []
  for (let run = 0; run < count; run += 1) {
    const first = bytes.readUInt32BE(at + run * 12)
    const next = run + 1 < count ? bytes.readUInt32BE(at + (run + 1) * 12) : chunks + 1
    const samples = bytes.readUInt32BE(at + run * 12 + 4)
    if (first !== counts.length + 1 || next <= first || next > chunks + 1) throw new BrokenFilm()
    for (let chunk = first; chunk < next; chunk += 1) counts.push(samples)
  }
  return counts
}

/**
 * @param allowance entries of tables that may still be read in this file: one for all tracks, so that many small tracks
 *   cost no more than one long one
 * @throws BrokenFilm, TooIntricateFilm
 */
export function sampleSpans(bytes: Buffer, stbl: Box, allowance: Allowance): Span[] {
  const offsets = chunkOffsets(bytes, stbl, allowance)
  if (offsets.length === 0) return []
  const lengthOf = sampleLengths(bytes, stbl, allowance)
  const counts = samplesPerChunk(bytes, stbl, offsets.length, allowance)
  let sample = 0
  return offsets.map((start, chunk) => {
    const count = counts[chunk] ?? 0
    const length = lengthOf(sample, count)
    sample += count
    return { start, length }
  })
}
