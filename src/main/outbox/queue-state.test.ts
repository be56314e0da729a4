import { expect, test } from 'vitest'
import { chooseProblem, queueState } from './queue-state.ts'

test.each([
  ['none', 'none', 'none'],
  ['none', 'offline', 'offline'],
  ['damaged', 'offline', 'damaged'],
  ['damaged', 'revoked', 'revoked'],
  ['disk-full', 'revoked', 'disk-full'],
  ['disk', 'server', 'disk'],
  ['none', 'event-gone', 'event-gone'],
  ['damaged', 'none', 'damaged'],
] as const)('of %s and %s staff see %s', (ofFile, ofReplay, told) =>
  expect(chooseProblem(ofFile, ofReplay)).toBe(told),
)

test('counts, place, time and voices of the last responses', () => {
  const voices = [{ checkInId: 'a', count: 2, handedOut: false }]
  const counts = { waiting: 3, sent: 2, conflicts: 1, refused: 0, keptIn: 'memory' as const }
  expect(
    queueState(
      { counts: () => counts, problem: () => 'none' },
      { problem: 'offline', lastSentAt: '2026-05-03T09:00:00.000Z', voices },
    ),
  ).toEqual({ ...counts, lastSentAt: '2026-05-03T09:00:00.000Z', voices, problem: 'offline' })
})
