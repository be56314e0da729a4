/**
 * Reads one part of an upload from its request: never more than was announced, and within the
 * memory for uploads. The announced length reserves no memory: memory is reserved as the bytes
 * arrive.
 */
import type { FastifyRequest } from 'fastify'
import type { ByteBudget } from '../../files/work-gate.ts'

const FIRST_ROOM_BYTES = 64 * 1024
/**
 * Time without a single byte. A slow connection is not stalled: a part of 1 MB may take as long as
 * a request may.
 */
const STALLED_MS = 60_000

export type ReadChunk =
  /** The bytes count in the budget until they are released. */
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** The caller must read the rest of the request and drop it. */
  | { readonly kind: 'too-long' | 'too-short' | 'no-room' | 'broken' }

export async function readChunk(
  { raw }: Pick<FastifyRequest, 'raw'>,
  length: number,
  budget: ByteBudget,
  stalledMs = STALLED_MS,
): Promise<ReadChunk> {
  let bytes = Buffer.alloc(0)
  let at = 0
  let kind: Exclude<ReadChunk['kind'], 'bytes'> | undefined
  /**
   * The buffer grows by doubling: a part that arrives byte by byte must not take a hundred times
   * its size.
   */
  const makeRoom = (needed: number): boolean => {
    if (needed <= bytes.length) return true
    const room = Math.min(length, Math.max(needed, bytes.length * 2, FIRST_ROOM_BYTES))
    if (!budget.take(room - bytes.length)) return false
    const larger = Buffer.alloc(room)
    bytes.copy(larger, 0, 0, at)
    bytes = larger
    return true
  }
  const hangUp = (): void => void raw.destroy()
  raw.setTimeout(stalledMs, hangUp)
  try {
    // The stream is not destroyed: a part that is too long is read to its end, so that the sender
    // gets the reason.
    for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      // requests emit buffers
      if (at + piece.length > length) kind = 'too-long'
      else if (!makeRoom(at + piece.length)) kind = 'no-room'
      if (kind !== undefined) break
      piece.copy(bytes, at)
      at += piece.length
    }
    if (kind === undefined && at < length) kind = 'too-short'
  } catch {
    kind = 'broken' // the connection was lost or stalled; no client reads the reply
  } finally {
    raw.off('timeout', hangUp)
    raw.socket.setTimeout(0)
  }
  if (kind === undefined) return { kind: 'bytes', bytes }
  budget.giveBack(bytes.length)
  return { kind }
}
