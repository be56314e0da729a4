/** Seeded randomness for the frame generator: the same seed draws the same frames on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next: () => number
  /** Uniform in [low, high). */
  between: (low: number, high: number) => number
  /** Whole number in [low, high], both included. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(choices: readonly T[]) => T
  /** Standard normal. */
  normal: () => number
}

/** mulberry32: 32 bits of state are enough for pictures, and it is the same in every engine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  let spareNormal: number | null = null

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  function between(low: number, high: number): number {
    return low + (high - low) * next()
  }

  function normal(): number {
    if (spareNormal !== null) {
      const spare = spareNormal
      spareNormal = null
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()))
    const angle = 2 * Math.PI * next()
    spareNormal = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  return {
    next,
    between,
    normal,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[Math.floor(next() * choices.length)]
      if (choice === undefined) throw new Error('pick() needs at least one choice')
      return choice
    },
  }
}

/** A seed for one frame of a series, very different from those of its neighbours. */
export function frameSeed(seed: number, index: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
}
