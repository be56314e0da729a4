import { describe, expect, test } from 'vitest'
import { createFormatter } from './format.ts'

const [en, ar, fr] = [createFormatter('en'), createFormatter('ar'), createFormatter('fr')]

describe('dates', () => {
  test.each([
    ['en', en, '3 May 2026'],
    ['fr', fr, '3 mai 2026'],
    ['ar', ar, '3 مايو 2026'],
  ])('%s writes a calendar date in its own words and with Latin digits', (_, format, expected) => {
    expect(format.date('2026-05-03')).toBe(expected)
  })
  test('a birth date is the same day in every time zone', () => {
    expect(en.date('1990-01-01', 'medium')).toBe('1 Jan 1990')
  })
})

test('Arabic numbers use Latin digits, like the card', () =>
  expect(ar.number(12_345)).toMatch(/^12.345$/))

describe('relative time', () => {
  const now = new Date('2026-05-03T12:00:00Z')
  test.each([
    ['2026-05-03T11:59:50Z', '10 seconds ago'],
    ['2026-05-03T09:00:00Z', '3 hours ago'],
    ['2026-05-02T12:00:00Z', 'yesterday'],
    ['2026-05-20T12:00:00Z', 'in 2 weeks'],
  ])('%s', (value, expected) => expect(en.relative(value, now)).toBe(expected))
})

describe('countries', () => {
  test.each([
    [en, 'SD', 'Sudan'],
    [fr, 'SD', 'Soudan'],
    [ar, 'SD', 'السودان'],
    [en, 'Sudan', 'Sudan'],
    [en, '', ''],
  ])('%#', (format, code, expected) => expect(format.country(code)).toBe(expected))
})

test('lists join as the language joins', () => {
  expect(en.list(['a', 'b', 'c'])).toBe('a, b and c')
  expect(fr.list(['a', 'b'])).toBe('a et b')
  expect(ar.list(['أ', 'ب'])).toBe('أ وب')
})

test('French counts the first day of a month, and no other', () => {
  expect(fr.date('2026-11-01')).toBe('1er novembre 2026')
  expect(fr.dateTime('2026-11-01T12:05:00')).toMatch(/^1er nov\. 2026/)
  expect([fr.date('2026-11-11'), fr.date('2026-11-21'), en.date('2026-11-01')]).toEqual([
    '11 novembre 2026',
    '21 novembre 2026',
    '1 November 2026',
  ])
})

test('a day without its year keeps the name of the month', () => {
  const day = new Date(2026, 10, 1)
  expect([en.day(day), fr.day(day), ar.day(day)]).toEqual(['1 Nov', '1er nov.', '1 نوفمبر'])
})

test('Arabic writes a date in one form, with the name of the month, in every length and with an hour', () => {
  expect([ar.date('2026-11-01'), ar.date('2026-11-01', 'medium')]).toEqual([
    '1 نوفمبر 2026',
    '1 نوفمبر 2026',
  ])
  expect(ar.dateTime('2026-11-01T15:04:00')).toMatch(/^1 نوفمبر 2026.*3:04\sم$/)
})
