import { expect, test } from 'vitest'
import { phaseOf } from './attendance-phase.ts'

test.each([
  ['2026-05-03T15:59:59Z', 'open'],
  ['2026-05-03T16:00:00Z', 'late'],
  ['2026-05-03T22:00:00Z', 'late'],
  ['2026-05-03T22:00:01Z', 'closed'],
] as const)('at %s the attendance of an event that ends at 16:00 is %s', (now, phase) =>
  expect(phaseOf(new Date(now), '2026-05-03T16:00:00Z')).toBe(phase),
)
