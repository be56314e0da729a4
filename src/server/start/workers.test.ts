import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { pauseAfter, workersOf } from './workers.ts'

test.each([
  ['1', 1],
  ['12', 12],
  ['64', 64],
  ['auto', Math.min(availableParallelism(), 64)],
  ['0', undefined],
  ['65', undefined],
  ['2.5', undefined],
  ['', undefined],
  ['all', undefined],
])('--workers %s means %s', (text, count) => expect(workersOf(text)).toBe(count))

test('the pause before a start doubles with each failure, up to half a minute', () =>
  expect([1, 2, 3, 8, 9, 50].map(pauseAfter)).toEqual([200, 400, 800, 25_600, 30_000, 30_000]))
