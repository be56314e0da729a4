import { expect, test } from 'vitest'
import { ATTEMPT_WINDOW_MS, createAttemptCounter, decideRecovery } from './recovery.ts'

test.each([
  ['clean-exit', 0, 'ignore'],
  ['clean-exit', 9, 'ignore'],
  ['crashed', 0, 'reload'],
  ['crashed', 2, 'reload'],
  ['crashed', 3, 'ask'],
  ['oom', 0, 'reload'],
  ['killed', 0, 'reload'],
  ['abnormal-exit', 3, 'ask'],
  ['memory-eviction', 0, 'reload'],
  ['launch-failed', 0, 'ask'],
  ['integrity-failure', 0, 'ask'],
] as const)('%s after %i reloads: %s', (reason, attemptsInWindow, expected) =>
  expect(decideRecovery({ reason, attemptsInWindow })).toBe(expected),
)

test('an attempt counts for one minute', () => {
  let now = 0
  const attempts = createAttemptCounter(() => now)
  attempts.add()
  now = ATTEMPT_WINDOW_MS - 1
  attempts.add()
  expect(attempts.count()).toBe(2)
  now = ATTEMPT_WINDOW_MS
  expect(attempts.count()).toBe(1)
  attempts.clear()
  expect(attempts.count()).toBe(0)
})
