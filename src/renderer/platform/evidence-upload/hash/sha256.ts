/**
 * SHA-256 over a file in pieces (FIPS 180-4). `crypto.subtle` needs all bytes at once, which for a
 * film is all the memory of a phone.
 */
const BLOCK_BYTES = 64
const ROUNDS = 64

function primes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}
/** The first 32 bits of the fraction. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0

const K = Int32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)))
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
/**
 * Typed arrays return a number at every index below their length; the compiler cannot know the
 * index.
 */
const at = (words: Int32Array, index: number): number => words[index] ?? 0

export interface Sha256 {
  update(bytes: Uint8Array): void
  /** Once, at the end. */
  digest(): Uint8Array<ArrayBuffer>
}

export function createSha256(): Sha256 {
  const hash = START.slice()
  const words = new Int32Array(ROUNDS)
  const block = new Uint8Array(BLOCK_BYTES)
  const view = new DataView(block.buffer)
  let held = 0
  let total = 0

  function expand(source: DataView, offset: number): void {
    for (let index = 0; index < 16; index += 1) words[index] = source.getInt32(offset + index * 4)
    for (let index = 16; index < ROUNDS; index += 1) {
      const [early, late] = [at(words, index - 15), at(words, index - 2)]
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[index] = (at(words, index - 16) + small + at(words, index - 7) + large) | 0
    }
  }

  function compress(source: DataView, offset: number): void {
    expand(source, offset)
    let [a, b, c, d, e, f, g, h] = [
      at(hash, 0),
      at(hash, 1),
      at(hash, 2),
      at(hash, 3),
      at(hash, 4),
      at(hash, 5),
      at(hash, 6),
      at(hash, 7),
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      const first =
        (h +
          (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
          ((e & f) ^ (~e & g)) +
          at(K, round) +
          at(words, round)) |
        0
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
      hash[index] = (at(hash, index) + word) | 0
  }

  function take(bytes: Uint8Array): void {
    let from = 0
    if (held > 0) {
      from = Math.min(BLOCK_BYTES - held, bytes.length)
      block.set(bytes.subarray(0, from), held)
      held += from
      if (held < BLOCK_BYTES) return
      compress(view, 0)
      held = 0
    }
    const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (; from + BLOCK_BYTES <= bytes.length; from += BLOCK_BYTES) compress(source, from)
    block.set(bytes.subarray(from))
    held = bytes.length - from
  }

  return {
    update(bytes) {
      total += bytes.length
      take(bytes)
    },
    digest() {
      const bits = BigInt(total) * 8n
      const padding = new Uint8Array((held < 56 ? 56 : 120) - held + 8)
      padding[0] = 0x80
      new DataView(padding.buffer).setBigUint64(padding.length - 8, bits)
      take(padding)
      const result = new Uint8Array(32)
      const out = new DataView(result.buffer)
      for (let index = 0; index < 8; index += 1) out.setInt32(index * 4, at(hash, index))
      return result
    },
  }
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * `Content-Digest` of RFC 9530. One part is in memory anyway, so the browser's own hash is used.
 */
export async function contentDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}
