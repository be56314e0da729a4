import { expect, test } from 'vitest'
import { decideRestart } from './restart-policy.ts'

test.each([
  ['the first crash', [0], 0, { kind: 'restart', delayMs: 100 }],
  ['the third within a minute', [0, 1_000, 2_000], 2_000, { kind: 'restart', delayMs: 400 }],
  ['the fifth', [0, 1, 2, 3, 4], 4, { kind: 'restart', delayMs: 1_600 }],
  ['the sixth', [0, 1, 2, 3, 4, 5], 5, { kind: 'give-up' }],
  ['one after five old ones', [0, 1, 2, 3, 4, 90_000], 90_000, { kind: 'restart', delayMs: 100 }],
] as const)('%s', (_, crashesMs, nowMs, decision) => {
  expect(decideRestart(crashesMs, nowMs)).toEqual(decision)
})
