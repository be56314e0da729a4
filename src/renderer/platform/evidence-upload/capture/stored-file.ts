/** A kept capture as a file that can be sent: a part is opened when it is sent, and the whole is never in memory. */
import { PART_BYTES, type CaptureStore, type KeptCapture } from './capture-store.ts'

/** What an upload reads of a file. */
export interface SentFile {
  readonly name: string
  readonly size: number
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

export function storedFile(
  capture: KeptCapture,
  { readPart }: Pick<CaptureStore, 'readPart'>,
): SentFile {
  const { name, size } = capture
  async function read(from: number, to: number): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from))
    let at = from
    while (at < from + bytes.length) {
      const part = Math.floor(at / PART_BYTES)
      const opened = new Uint8Array(await readPart(capture, part))
      const piece = opened.subarray(at - part * PART_BYTES, from + bytes.length - part * PART_BYTES)
      if (piece.length === 0) throw new Error('A part of a capture is too short')
      bytes.set(piece, at - from)
      at += piece.length
    }
    return bytes.buffer
  }
  return { name, size, slice: (from, to) => ({ arrayBuffer: () => read(from, to) }) }
}
