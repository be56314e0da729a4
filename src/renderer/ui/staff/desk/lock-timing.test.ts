import { expect, test } from 'vitest'
import { shouldRenew } from './lock-timing.ts'

const MINUTE = 60_000
const at = (leftMin: number, quietMin: number) =>
  shouldRenew({
    now: 100 * MINUTE,
    until: (100 + leftMin) * MINUTE,
    lastSign: (100 - quietMin) * MINUTE,
    ttlMs: 15 * MINUTE,
  })

test.each([
  [14, 0, false],
  [11, 0, false],
  [9, 0, true],
  [9, 4, true],
  [9, 6, false],
  [1, 6, false],
])('%s minutes left, quiet for %s: %s', (left, quiet, wanted) =>
  expect(at(left, quiet)).toBe(wanted),
)
