/**
 * Messages out of the pieces of a connection: a length of four bytes, then the message. Each byte is copied once, whatever
 * the pieces are: a peer that sends single bytes causes no more work than one that sends whole messages.
 */
const LENGTH_BYTES = 4
/**
 * TLS hands over up to 16 kB at a time, so the longest message has some 20 pieces. One that comes in more than these is made
 * to keep this computer busy.
 */
export const PIECES_MAX = 512

export type FrameFault = 'a message that is too long' | 'a message in too many pieces'
export type FrameResult =
  | { readonly kind: 'frame'; readonly bytes: Buffer }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'fault'; readonly fault: FrameFault }

type FrameCopy = (piece: Buffer, target: Buffer, at: number) => void

export interface Frames {
  add(piece: Buffer): void
  /** @param limit bytes that a message may have */
  take(limit: number): FrameResult
  /** Pieces of the message that is under way; 0 between two messages. */
  pieces(): number
}

export function createFrames(
  copy: FrameCopy = (piece, target, at) => void piece.copy(target, at),
): Frames {
  const queue: Buffer[] = []
  let pieces = 0
  let target = Buffer.alloc(LENGTH_BYTES)
  let filled = 0
  let isBody = false

  /** Moves what is there into the target. */
  const fill = (): boolean => {
    while (filled < target.length) {
      const piece = queue.shift()
      if (piece === undefined) return false
      const part = piece.subarray(0, target.length - filled)
      if (part.length < piece.length) queue.unshift(piece.subarray(part.length))
      copy(part, target, filled)
      filled += part.length
      pieces += 1
    }
    return true
  }
  const begin = (length: number, body: boolean): void => {
    target = Buffer.alloc(length)
    filled = 0
    isBody = body
  }
  return {
    add(piece) {
      if (piece.length > 0) queue.push(piece)
    },
    take(limit) {
      let isWhole = fill()
      if (isWhole && !isBody) {
        const length = target.readUInt32BE(0)
        if (length > limit) return { kind: 'fault', fault: 'a message that is too long' }
        begin(length, true)
        isWhole = fill()
      }
      if (isWhole) {
        const bytes = target
        begin(LENGTH_BYTES, false)
        pieces = 0
        return { kind: 'frame', bytes }
      }
      return pieces > PIECES_MAX
        ? { kind: 'fault', fault: 'a message in too many pieces' }
        : { kind: 'incomplete' }
    },
    pieces: () => pieces,
  }
}
