import { expect, test } from 'vitest'
import { parisInstant, parisWall } from './paris-time.ts'

test.each([
  ['2026-05-03', '10:00', '2026-05-03T08:00:00.000Z'],
  ['2026-12-03', '10:00', '2026-12-03T09:00:00.000Z'],
  ['2026-12-31', '00:30', '2026-12-30T23:30:00.000Z'],
  ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
])('%s %s in Paris is %s', (day, time, instant) => {
  expect(parisInstant({ day, time })).toBe(instant)
  expect(parisWall(instant)).toEqual({ day, time })
})

test.each([
  ['', '10:00'],
  ['2026-05-03', ''],
  ['2026-02-31x', '10:00'],
  ['2026-99-99', '10:00'],
])('%j %j is no instant', (day, time) => expect(parisInstant({ day, time })).toBe(''))

test('an hour that does not exist in spring is the hour after', () =>
  expect(parisWall(parisInstant({ day: '2026-03-29', time: '02:30' }))).toEqual({
    day: '2026-03-29',
    time: '03:30',
  }))
