import { expect, test } from 'vitest'
import { waitTime } from './wait-time.ts'
import { shortCount, waitingBehind } from './waiting.ts'

test.each([
  [0, 1, 'minute'],
  [59 * 60, 59, 'minute'],
  [119 * 60, 119, 'minute'],
  [2 * 3_600, 2, 'hour'],
  [47 * 3_600, 47, 'hour'],
  [48 * 3_600, 2, 'day'],
  [86_400 * 10.9, 10, 'day'],
  [86_400 * 90, 90, 'day'],
  [86_400 * 391, 12, 'month'],
] as const)('%i seconds are said as %i %s', (seconds, value, unit) =>
  expect(waitTime(seconds)).toEqual({ value, unit }),
)

test('the tab of the requests says what its page says: new portraits are counted there', () =>
  expect(
    waitingBehind('requests', { requests: 11, portraits: 1, claims: 0, reports: 0, answers: 0 }),
  ).toBe(11))

test('a tab shows two digits at most', () => {
  expect([0, 99, 100, 5_000].map((count) => shortCount(count, String))).toEqual([
    '0',
    '99',
    '99+',
    '99+',
  ])
})
