/** What is blanked in a sound, within an allowance of work: a sender must not be able to cause more. */
import type { Patches } from '../film/patches.ts'

export class BrokenSound extends Error {
  override readonly name = 'BrokenSound'
}
/** More pages, frames or elements than hours of speech have. */
export class TooIntricateSound extends Error {
  override readonly name = 'TooIntricateSound'
}

export interface Examined {
  readonly mediaType: string
  /** Its end is missing. */
  readonly isIncomplete: boolean
}

export interface Notes {
  /** One frame, page or element more. @throws TooIntricateSound */
  step(): void
  zero(start: number, length: number): void
  write(place: number, bytes: Buffer): void
  patches(): Patches
}

/** Six hours of speech in frames of 20 ms. */
const STEPS_MAX = 1_100_000
const PATCHES_MAX = 50_000

export function createNotes(): Notes {
  const zeros: [number, number][] = []
  const bytes: [number, string][] = []
  let steps = 0
  const limit = (): void => {
    if (steps > STEPS_MAX || zeros.length + bytes.length > PATCHES_MAX)
      throw new TooIntricateSound()
  }
  return {
    step() {
      steps += 1
      limit()
    },
    zero(start, length) {
      if (length <= 0) return
      const last = zeros.at(-1)
      if (last !== undefined && last[0] + last[1] === start) last[1] += length
      else zeros.push([start, length])
      limit()
    },
    write(place, written) {
      bytes.push([place, written.toString('base64')])
      limit()
    },
    patches: () => ({ zeros, free: [], bytes }),
  }
}

const WINDOW_BYTES = 1024 * 1024

interface Source {
  readonly size: number
  read(start: number, end: number): AsyncIterable<Buffer>
}

/**
 * Small reads one behind the other: frames have some hundred bytes, and a read of the store for each would take minutes.
 * @returns fewer bytes at the end of the file only
 */
export function createWindow(source: Source): (at: number, length: number) => Promise<Buffer> {
  let [from, held] = [0, Buffer.alloc(0)]
  return async (at, length) => {
    if (at < from || at + length > from + held.length) {
      const pieces: Buffer[] = []
      const end = Math.min(source.size, at + Math.max(length, WINDOW_BYTES))
      for await (const piece of source.read(Math.min(at, source.size), end)) pieces.push(piece)
      from = at
      held = Buffer.concat(pieces)
    }
    return held.subarray(at - from, Math.min(at - from + length, held.length))
  }
}
