import { expect, test } from 'vitest'
import { timeZoneName } from './time-zone.ts'

test('a zone is named without its season, in each language', () => {
  expect(timeZoneName('en', 'Europe/Paris')).toBe('Central European Time')
  expect(timeZoneName('fr', 'Europe/Paris')).toBe('heure d’Europe centrale')
  expect(timeZoneName('ar', 'Europe/Paris')).toBe('توقيت وسط أوروبا')
})

test('a zone that has no such name is not a number of hours where it has another', () => {
  expect(timeZoneName('en', 'UTC')).toBe('Coordinated Universal Time')
})
