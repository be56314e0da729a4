import { createHash } from 'node:crypto'

/** Bytes that are read in pieces, so that a long film is never in memory as a whole. */
export interface ByteSource {
  readonly size: number
  /** Bytes from `start` to `end`, without `end`. */
  read(start: number, end: number): AsyncIterable<Buffer>
}

export async function readAt(source: ByteSource, start: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source.read(start, Math.min(start + length, source.size)))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** @param keep gets a copy of all bytes */
export async function sha256Of(source: ByteSource, keep?: Buffer): Promise<string> {
  const hash = createHash('sha256')
  let at = 0
  for await (const piece of source.read(0, source.size)) {
    hash.update(piece)
    if (keep !== undefined) piece.copy(keep, at)
    at += piece.length
  }
  return hash.digest('hex')
}

export const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  async *read(start, end) {
    yield bytes.subarray(start, end)
  },
})
