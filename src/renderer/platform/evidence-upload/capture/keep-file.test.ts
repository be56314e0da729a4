import { describe, expect, test } from 'vitest'
import { hashFile } from '../hash/hash-file.ts'
import { createContentKey, PART_BYTES, type CaptureStore } from './capture-store.ts'
import { keepFile } from './keep-file.ts'
import { storedFile } from './stored-file.ts'

const bytes = Uint8Array.from({ length: 2 * PART_BYTES + 500 }, (_, at) => (at * 31) % 251)
const sha256 = await hashFile(new Blob([bytes]), () => undefined, new AbortController().signal)
const place = { cardId: 'WLD_7', id: 'c1' }

/** The storage of a device with room for so many parts. */
function device(room: number) {
  const parts: ArrayBuffer[] = []
  const forgotten: string[] = []
  const store = {
    putPart: async (_place, _key, part, piece) => {
      if (part >= room) throw new DOMException('full', 'QuotaExceededError')
      parts[part] = piece
    },
    forget: async ({ id }) => void forgotten.push(id),
  } satisfies Partial<CaptureStore>
  return { parts, forgotten, store: store as unknown as CaptureStore } // what keepFile uses
}

describe('reading a captured file', () => {
  test('gives its hash, keeps every part, and says how far it is', async () => {
    const { parts, store } = device(9)
    const shares: number[] = []
    const keep = { place, contentKey: await createContentKey() }
    expect(
      await keepFile(new Blob([bytes]), { keep, store }, (share) => shares.push(share)),
    ).toEqual({ sha256, fault: undefined })
    expect(Buffer.concat(parts.map((part) => Buffer.from(part))).equals(bytes)).toBe(true)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toHaveLength(3)
  })
  test('on a device without room gives its hash all the same, and leaves no half file', async () => {
    const { forgotten, store } = device(1)
    const keep = { place, contentKey: await createContentKey() }
    expect(await keepFile(new Blob([bytes]), { keep, store }, () => undefined)).toEqual({
      sha256,
      fault: 'no-room',
    })
    expect(forgotten).toEqual(['c1'])
  })
  test('where nothing may be kept, keeps nothing', async () => {
    const { parts, store } = device(9)
    expect(await keepFile(new Blob([bytes]), { keep: undefined, store }, () => undefined)).toEqual({
      sha256,
      fault: undefined,
    })
    expect(parts).toEqual([])
  })
})

test('a kept file is read in any pieces, also over the edges of its parts', async () => {
  const readPart = async (_capture: unknown, part: number): Promise<ArrayBuffer> =>
    new Uint8Array(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)).buffer
  const kept = storedFile({ name: 'film.mp4', size: bytes.length } as never, { readPart }) // nothing else of it is read
  for (const [from, to] of [
    [0, PART_BYTES],
    [PART_BYTES - 3, PART_BYTES + 3],
    [10, bytes.length],
    [2 * PART_BYTES, 3 * PART_BYTES],
    [bytes.length, bytes.length + 5],
  ] as const)
    expect(
      Buffer.from(await kept.slice(from, to).arrayBuffer()).equals(bytes.subarray(from, to)),
      `${from} to ${to}`,
    ).toBe(true)
  const cut = storedFile({ name: 'film.mp4', size: bytes.length + 5 } as never, { readPart })
  await expect(cut.slice(2 * PART_BYTES, 3 * PART_BYTES).arrayBuffer()).rejects.toThrow('too short')
})
