/** A small seeded generator: the same people on every machine and in every run. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks by weight: `[['a', 3], ['b', 1]]` gives 'a' three times of four. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
}

/** FNV-1a, for seeds that follow from a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** mulberry32: 32 bits of state, good enough for names, and ten lines long. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new RangeError('pick() needs at least one item')
    return item
  }

  return {
    int,
    chance: (probability) => next() < probability,
    pick,
    weighted: (items) => {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0)
      let rest = next() * total
      for (const [item, weight] of items) {
        rest -= weight
        if (rest < 0) return item
      }
      throw new RangeError('weighted() needs at least one item with a positive weight')
    },
  }
}
