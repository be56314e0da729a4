/** Reads the reply of a service outside, which may send more than it should. */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) throw tooLong()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
