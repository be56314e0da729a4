/** Where in the file the samples of one track lie: what a track of places or names has recorded must not stay behind. */
import { BrokenFilm, findChild, type Box } from './film-boxes.ts'

const ENTRIES_MAX = 500_000

export interface Span {
  readonly start: number
  readonly length: number
}

/** A box that begins with version, flags and a count. */
function table(bytes: Buffer, box: Box | undefined, skip: number, entryBytes: number): { readonly count: number; readonly at: number } {
  if (box === undefined || box.body + 8 + skip > box.end) throw new BrokenFilm()
  const count = bytes.readUInt32BE(box.body + 4 + skip)
  const at = box.body + 8 + skip
  if (count > ENTRIES_MAX || at + count * entryBytes > box.end) throw new BrokenFilm()
  return { count, at }
}

function sampleSizes(bytes: Buffer, stbl: Box): (index: number) => number {
  const stsz = findChild(bytes, stbl.body, stbl.end, 'stsz')
  if (stsz === undefined || stsz.body + 12 > stsz.end) throw new BrokenFilm()
  const same = bytes.readUInt32BE(stsz.body + 4)
  if (same !== 0) return () => same
  const { count, at } = table(bytes, stsz, 4, 4)
  return (index) => (index < count ? bytes.readUInt32BE(at + index * 4) : 0)
}

function chunkOffsets(bytes: Buffer, stbl: Box): readonly number[] {
  const short = findChild(bytes, stbl.body, stbl.end, 'stco')
  const { count, at } = table(bytes, short ?? findChild(bytes, stbl.body, stbl.end, 'co64'), 0, short === undefined ? 8 : 4)
  return Array.from({ length: count }, (_, index) => (short === undefined ? Number(bytes.readBigUInt64BE(at + index * 8)) : bytes.readUInt32BE(at + index * 4)))
}

/** How many samples lie in each chunk: runs of `first chunk, samples`. */
function samplesPerChunk(bytes: Buffer, stbl: Box, chunks: number): readonly number[] {
  const { count, at } = table(bytes, findChild(bytes, stbl.body, stbl.end, 'stsc'), 0, 12)
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

/** @throws BrokenFilm */
export function sampleSpans(bytes: Buffer, stbl: Box): Span[] {
  const offsets = chunkOffsets(bytes, stbl)
  if (offsets.length === 0) return []
  const sizeOf = sampleSizes(bytes, stbl)
  const counts = samplesPerChunk(bytes, stbl, offsets.length)
  let sample = 0
  return offsets.map((start, chunk) => {
    let length = 0
    const count = counts[chunk] ?? 0
    if (sample + count > ENTRIES_MAX) throw new BrokenFilm()
    for (let index = 0; index < count; index += 1) length += sizeOf(sample + index)
    sample += count
    return { start, length }
  })
}
