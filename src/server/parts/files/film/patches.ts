/**
 * Changes to a film or a sound as it is shown: what names a person is blanked in place, so that nothing is stored twice
 * and every offset stays valid (ADR 0006).
 */
import type { ByteSource } from '../byte-source.ts'

export interface Patches {
  /** `[place, length]` becomes zeros. */
  readonly zeros: readonly (readonly [number, number])[]
  /** Where the name of a box becomes `free`. */
  readonly free: readonly number[]
  /** `[place, bytes in base64]`, written last: headers and checksums that must be others afterwards. */
  readonly bytes?: readonly (readonly [number, string])[]
}

const FREE = Buffer.from('free', 'latin1')

function put(shown: Buffer, at: number, place: number, bytes: Buffer): void {
  const from = Math.max(place, at)
  const to = Math.min(place + bytes.length, at + shown.length)
  if (from < to) bytes.copy(shown, from - at, from - place, to - place)
}

/**
 * The file as it is shown. Box names are written after the zeros: the body of a blanked box never contains its
 * own name.
 */
export function withPatches(source: ByteSource, patches: Patches): ByteSource {
  const { zeros, free } = patches
  const written = (patches.bytes ?? []).map(
    ([place, base64]) => [place, Buffer.from(base64, 'base64')] as const,
  )
  return {
    size: source.size,
    async *read(start, end) {
      let at = start
      for await (const piece of source.read(start, end)) {
        const to = at + piece.length
        const shown = Buffer.from(piece)
        for (const [from, length] of zeros)
          if (from < to && from + length > at)
            shown.fill(0, Math.max(0, from - at), Math.min(shown.length, from + length - at))
        for (const place of free) put(shown, at, place, FREE)
        for (const [place, bytes] of written) put(shown, at, place, bytes)
        yield shown
        at = to
      }
    },
  }
}
