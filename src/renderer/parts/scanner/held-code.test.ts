import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeldCode } from './held-code.ts'
import { LEFT_VIEW_AFTER_MS } from './repeat-filter.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a code is in view from its first reading until it was away long enough, and each change is told once', () => {
  const told: boolean[] = []
  const held = createHeldCode((inView) => told.push(inView))
  held.seen()
  vi.advanceTimersByTime(LEFT_VIEW_AFTER_MS - 1)
  held.seen()
  vi.advanceTimersByTime(LEFT_VIEW_AFTER_MS - 1)
  expect(told).toEqual([true])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([true, false])
  held.seen()
  held.forget()
  held.forget()
  vi.advanceTimersByTime(LEFT_VIEW_AFTER_MS)
  expect(told).toEqual([true, false, true, false])
})
