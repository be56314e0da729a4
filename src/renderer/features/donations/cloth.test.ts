import { expect, test } from 'vitest'
import { DONATION_CAUSES } from '#shared/domain/donations.ts'
import { weaveCloth, wovenShares } from './cloth.ts'

const diamonds = (path: string | undefined): number => (path?.match(/Z/g) ?? []).length
const causes = (raisedUsd: number) => DONATION_CAUSES.map((cause) => ({ ...cause, raisedUsd }))

test('one diamond for each thousand dollars of the goals', () => {
  const { bands } = weaveCloth(causes(0), 1_000)
  expect(bands.map(({ warp }) => diamonds(warp))).toEqual([50, 100, 25, 10])
  expect(bands.map(({ woven }) => woven)).toEqual(['', '', '', ''])
})

test('on a phone, fewer diamonds, each for more money, fill their bands without a gap', () => {
  const { width, bands } = weaveCloth(causes(0), 2_500)
  expect(bands.map(({ warp }) => diamonds(warp))).toEqual([20, 40, 10, 4])
  // A card on a window of 360 px leaves 294 px: a diamond is at least 16 px wide.
  expect((294 / width) * 10).toBeGreaterThan(16)
})

test('money weaves: whole diamonds, then one that is begun', () => {
  const { bands } = weaveCloth(causes(2_500), 1_000)
  expect(bands.map(({ woven }) => diamonds(woven))).toEqual([3, 3, 3, 3])
  expect(bands.map(({ hearts }) => diamonds(hearts))).toEqual([2, 2, 2, 2])
  expect(wovenShares({ goalUsd: 10_000, raisedUsd: 2_500 }, 1_000).slice(0, 4)).toEqual([
    1, 1, 0.5, 0,
  ])
})

test('more than the goal fills the band and no more; one dollar is seen', () => {
  expect(diamonds(weaveCloth(causes(1_000_000), 1_000).bands[3]?.woven)).toBe(10)
  expect(diamonds(weaveCloth(causes(1), 1_000).bands[0]?.woven)).toBe(1)
})

test('everything lies inside the picture', () => {
  const { width, height, bands } = weaveCloth(causes(1_000_000), 1_000)
  const points = bands.flatMap(({ woven }) =>
    [...woven.matchAll(/M([\d.]+) ([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  )
  for (const [x, y] of points) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(height)
  }
})
