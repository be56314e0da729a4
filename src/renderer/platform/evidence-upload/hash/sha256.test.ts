import { expect, test } from 'vitest'
import { contentDigest, createSha256, toHex } from './sha256.ts'

const ours = (pieces: readonly Uint8Array[]): string => {
  const hash = createSha256()
  for (const piece of pieces) hash.update(piece)
  return toHex(hash.digest())
}
/** The browser's own hash, which needs all bytes at once. */
const theirs = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
const randomBytes = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}
const text = (words: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(words))

test('matches the standard for "abc"', () =>
  expect(ours([text('abc')])).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ))
test('matches crypto.subtle at every length around the blocks', async () => {
  for (let length = 0; length <= 300; length += 1) {
    const bytes = randomBytes(length)
    expect(ours([bytes]), `${length} bytes`).toBe(await theirs(bytes))
  }
})
test('is the same however the bytes are cut', async () => {
  const bytes = randomBytes(100_003)
  for (const size of [1, 7, 63, 64, 65, 1_000, 65_536]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    expect(ours(pieces), `pieces of ${size}`).toBe(await theirs(bytes))
  }
})
test('the header of a part is the one of the standard', async () =>
  expect(await contentDigest(text('abc'))).toBe(
    'sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:',
  ))
