/** Bytes that are read bit by bit, so that a long film is never in memory as a whole. */
export interface ByteSource {
  readonly size: number
  /** From `start` up to, and without, `end`. */
  read(start: number, end: number): AsyncIterable<Buffer>
}

export async function readAt(source: ByteSource, start: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source.read(start, Math.min(start + length, source.size))) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  async *read(start, end) {
    yield bytes.subarray(start, end)
  },
})
