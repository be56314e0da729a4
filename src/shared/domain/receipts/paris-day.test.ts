import { expect, test } from 'vitest'
import { parisDay } from './paris-day.ts'

test.each([
  ['2026-06-30T22:30:00Z', '2026-07-01'],
  ['2026-12-31T23:30:00Z', '2027-01-01'],
  ['2026-12-31T22:30:00Z', '2026-12-31'],
])('the day in Paris at %s is %s', (instant, day) => expect(parisDay(new Date(instant))).toBe(day))
