/** A cache of results that are slow to compute and requested often. */

interface Entry<T> {
  readonly from: readonly string[]
  readonly made: T
  readonly chars: number
}

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])

/**
 * Returns the result for the same texts from the cache, or computes it. The texts are compared, not
 * a version, so that no old result is returned after a change.
 */
export class KeptTexts<T> {
  readonly #entries = new Map<number, Entry<T>>()
  readonly #charsMax: number
  #chars = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  /** One entry for each number; the least recently used one is dropped first. */
  of(id: number, from: readonly string[], make: () => T): T {
    const entry = this.#entries.get(id)
    const isKept = entry !== undefined && sameTexts(entry.from, from)
    if (entry !== undefined) this.#drop(id, entry)
    const next = isKept
      ? entry
      : { from, made: make(), chars: 2 * from.reduce((sum, text) => sum + text.length, 0) } // the result is about as long as the texts
    this.#entries.set(id, next)
    this.#chars += next.chars
    for (const [oldest, old] of this.#entries) {
      if (this.#chars <= this.#charsMax) break
      this.#drop(oldest, old)
    }
    return next.made
  }

  #drop(id: number, { chars }: Entry<T>): void {
    this.#entries.delete(id)
    this.#chars -= chars
  }
}
