import { expect, test } from 'vitest'
import { asClock, secondsUntil, untilNextSecond } from './countdown.ts'

test.each([
  [undefined, 5_000, 0],
  [5_000, 5_000, 0],
  [5_000, 9_999, 0],
  [5_001, 5_000, 1],
  [65_000, 5_000, 60],
])('until %s at %s there are %s seconds', (endsAt, now, seconds) =>
  expect(secondsUntil(endsAt, now)).toBe(seconds),
)

test.each([
  [10_000, 7_300, 700],
  [10_000, 7_000, 1_000],
])('to %s, seen at %s, the number changes after %s ms', (endsAt, now, wait) => {
  expect(untilNextSecond(endsAt, now)).toBe(wait)
  expect(secondsUntil(endsAt, now + wait)).toBe(secondsUntil(endsAt, now) - 1)
})

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [75, '1:15'],
  [600, '10:00'],
])('%s seconds read %s', (seconds, text) => expect(asClock(seconds)).toBe(text))
