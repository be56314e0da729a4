import { describe, expect, it } from 'vitest'
import { createRandom, seedOf } from './random.ts'

describe('createRandom', () => {
  it('gives the same sequence for the same seed, another for another', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed)
      return Array.from({ length: 20 }, () => random.int(0, 1_000_000))
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('keeps to its bounds, both included', () => {
    const random = createRandom(1)
    const seen = new Set(Array.from({ length: 500 }, () => random.int(3, 6)))
    expect(seen).toEqual(new Set([3, 4, 5, 6]))
  })

  it('shuffles without loss and leaves its argument alone', () => {
    const items = Object.freeze([1, 2, 3, 4, 5, 6])
    const shuffled = createRandom(3).shuffle(items)
    expect(shuffled).not.toEqual(items)
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items)
  })

  it('picks by weight', () => {
    const random = createRandom(5)
    const picks = Array.from({ length: 1000 }, () =>
      random.weighted([
        ['often', 9],
        ['seldom', 1],
      ] as const),
    )
    const often = picks.filter((pick) => pick === 'often').length
    expect(often).toBeGreaterThan(850)
    expect(often).toBeLessThan(950)
    expect(picks).toContain('seldom')
  })

  it('gives dates inside the range', () => {
    const random = createRandom(9)
    const from = new Date('2026-01-01T00:00:00Z')
    const to = new Date('2026-01-02T00:00:00Z')
    for (let index = 0; index < 50; index += 1) {
      const date = random.date(from, to)
      expect(date >= from && date < to).toBe(true)
    }
  })

  it('refuses an empty list', () => {
    expect(() => createRandom(1).pick([])).toThrow(RangeError)
  })
})

describe('seedOf', () => {
  it('is stable', () => expect(seedOf('WLD')).toBe(seedOf('WLD')))
  it('tells texts apart', () => expect(seedOf('front')).not.toBe(seedOf('back')))
})
