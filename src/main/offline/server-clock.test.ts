import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/domain/units.ts'
import { sinceSystemStartMs } from '../base/timers.ts'
import { createServerClock } from './server-clock.ts'

const NOON_MS = Date.parse('2026-11-21T12:00:00Z')

/** A computer: time passes for the counter and for the clock, and the clock can be set. */
function setUp({ offMs = 0, lastKnownMs }: { offMs?: number; lastKnownMs?: number } = {}) {
  let realMs = NOON_MS
  let setMs = offMs
  const clock = createServerClock({
    now: () => new Date(realMs + setMs),
    monotonicMs: () => realMs - NOON_MS + 777,
    lastKnownMs,
  })
  return {
    clock,
    pass: (ms: number) => void (realMs += ms),
    setBy: (ms: number) => void (setMs += ms),
    hear: () => clock.note(realMs),
    real: () => realMs,
  }
}

describe('once the server was heard', () => {
  test.each([0, 240_000, -240_000])('a clock that is %i ms off is good enough', (offMs) => {
    const { clock, hear } = setUp({ offMs })
    hear()
    expect(clock.read()).toEqual({ nowMs: NOON_MS, known: true, offS: offMs / 1_000, wrong: false })
  })
  test.each([6 * MINUTE_MS, -6 * MINUTE_MS, 100 * 24 * HOUR_MS])(
    'a clock that is %i ms off is wrong, and the time is known',
    (offMs) => {
      const { clock, hear, pass, real } = setUp({ offMs })
      hear()
      pass(HOUR_MS)
      expect(clock.read()).toEqual({ nowMs: real(), known: true, offS: offMs / 1_000, wrong: true })
    },
  )
  test('a clock that is set later, offline, is noticed; the time goes on as it was', () => {
    const { clock, hear, pass, setBy, real } = setUp()
    hear()
    pass(HOUR_MS)
    setBy(-10 * HOUR_MS)
    expect(clock.read()).toEqual({ nowMs: real(), known: true, offS: -36_000, wrong: true })
    setBy(10 * HOUR_MS)
    expect(clock.read().wrong).toBe(false)
  })
  test('the next time from the server is used', () => {
    const { clock, hear, pass, real } = setUp()
    clock.note(NOON_MS - HOUR_MS)
    expect(clock.read()).toMatchObject({ nowMs: NOON_MS - HOUR_MS, offS: 3_600, wrong: true })
    pass(MINUTE_MS)
    hear()
    expect(clock.read()).toMatchObject({ nowMs: real(), offS: 0, wrong: false })
    expect(clock.lastKnownMs()).toBe(real())
  })
  test('an invalid time changes nothing', () => {
    const { clock, hear } = setUp()
    hear()
    clock.note(Number.NaN)
    expect(clock.read()).toMatchObject({ nowMs: NOON_MS, known: true })
  })
})

describe('before the server was heard', () => {
  test('the clock counts', () => {
    const { clock, pass, real } = setUp({ lastKnownMs: NOON_MS - HOUR_MS })
    pass(MINUTE_MS)
    expect(clock.read()).toEqual({ nowMs: real(), known: true, offS: null, wrong: false })
    expect(setUp().clock.read()).toMatchObject({ nowMs: NOON_MS, known: true, wrong: false })
  })
  test('a clock before the last time of the server is wrong, and the time is not known', () => {
    const { clock } = setUp({ offMs: -3 * HOUR_MS, lastKnownMs: NOON_MS - HOUR_MS })
    expect(clock.read()).toEqual({
      nowMs: NOON_MS - HOUR_MS,
      known: false,
      offS: null,
      wrong: true,
    })
  })
  test('four minutes before it is no fault', () => {
    expect(setUp({ lastKnownMs: NOON_MS + 4 * MINUTE_MS }).clock.read()).toMatchObject({
      known: true,
      wrong: false,
    })
  })
  test('a corrected clock is used', () => {
    const { clock, setBy } = setUp({ offMs: -3_000 * HOUR_MS, lastKnownMs: NOON_MS - HOUR_MS })
    setBy(3_000 * HOUR_MS)
    expect(clock.read()).toEqual({ nowMs: NOON_MS, known: true, offS: null, wrong: false })
  })
  test('a clock that is set back does not make the list younger', () => {
    const { clock, pass, setBy, real } = setUp({ lastKnownMs: NOON_MS - 20 * HOUR_MS })
    pass(5 * HOUR_MS)
    setBy(-8 * HOUR_MS)
    expect(clock.read()).toEqual({ nowMs: real(), known: true, offS: null, wrong: true })
  })
  test('a clock that is set forward makes the list older', () => {
    const { clock, setBy } = setUp({ lastKnownMs: NOON_MS - HOUR_MS })
    setBy(48 * HOUR_MS)
    expect(clock.read()).toEqual({
      nowMs: NOON_MS + 48 * HOUR_MS,
      known: true,
      offS: null,
      wrong: true,
    })
  })
  test('a response of the server corrects the time', () => {
    const { clock, hear, real } = setUp({ offMs: -3 * HOUR_MS, lastKnownMs: NOON_MS - HOUR_MS })
    hear()
    expect(clock.read()).toMatchObject({ nowMs: real(), known: true, offS: -10_800, wrong: true })
  })
})

test('the counter of the system only grows', () => {
  const first = sinceSystemStartMs()
  expect(first).toBeGreaterThan(0)
  expect(sinceSystemStartMs()).toBeGreaterThanOrEqual(first)
})
