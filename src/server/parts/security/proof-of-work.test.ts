import { expect, test } from 'vitest'
import { workFactor } from './proof-of-work.ts'

test.each([
  [0, 1],
  [0.5, 1],
  [0.999, 1],
  [1, 2],
  [1.9, 2],
  [2, 4],
  [3, 8],
  [4.2, 16],
  [5, 20],
  [1_000, 20],
  [Number.MAX_VALUE, 20],
])('a total that is used %d times asks for %d times the work', (use, factor) => {
  expect(workFactor(use)).toBe(factor)
})
