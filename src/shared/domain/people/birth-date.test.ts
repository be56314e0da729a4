import { describe, expect, test } from 'vitest'
import { ageOn, isCalendarDate, isPlausibleBirthDate } from './birth-date.ts'

test.each([
  ['2023-04-30', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2023-04-31', false],
  ['2023-04-00', false],
  ['2023-00-10', false],
  ['2023-13-10', false],
  ['0050-01-01', false],
  ['2023-4-30', false],
  ['30.04.2023', false],
  ['2023-04-30T00:00', false],
  ['on 2023-04-30', false],
  ['', false],
])('%j is a date of the calendar: %s', (text, is) => expect(isCalendarDate(text)).toBe(is))

describe('a person born on 15 June 2000', () => {
  test.each([
    ['2018-06-14', 17],
    ['2018-06-15', 18],
    ['2018-06-16', 18],
    ['2018-05-20', 17],
    ['2018-07-10', 18],
    ['2018-01-31', 17],
    ['2018-12-01', 18],
    ['2000-06-15', 0],
  ])('is on %s %i years old', (day, years) =>
    expect(ageOn('2000-06-15', new Date(`${day}T00:00:00Z`))).toBe(years),
  )
})

describe('on 10 May 2026, the birth date of a living person', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  test.each([
    ['1990-04-12', true],
    ['2026-05-10', true],
    ['2026-05-11', false],
    ['2027-01-01', false],
    ['1896-05-11', true],
    ['1896-05-10', false],
    ['1990-02-30', false],
    ['unknown', false],
  ])('can be %j: %s', (text, can) => expect(isPlausibleBirthDate(text, now)).toBe(can))
})
