import { expect, test } from 'vitest'
import { dateText, faultsText, minutesText } from './texts.ts'

test.each([
  ['en', 1, 'Try again in 1 minute.'],
  ['en', 5, 'Try again in 5 minutes.'],
  ['fr', 1, 'Réessayez dans 1 minute.'],
  ['fr', 60, 'Réessayez dans 60 minutes.'],
  ['ar', 1, 'حاول مرة أخرى بعد دقيقة واحدة.'],
  ['ar', 2, 'حاول مرة أخرى بعد دقيقتين.'],
  ['ar', 5, 'حاول مرة أخرى بعد 5 دقائق.'],
  ['ar', 60, 'حاول مرة أخرى بعد 60 دقيقة.'],
] as const)('in %s, %i minutes have their form of the plural', (language, minutes, text) => {
  expect(minutesText(language, minutes)).toBe(text)
})

test('a time says by which clock it goes', () =>
  expect(dateText('fr', '2026-11-30T14:35:00Z')).toBe('30 novembre 2026 à 14:35 UTC'))

test.each([
  ['en', 1, '1 field needs your attention'],
  ['fr', 4, '4 champs à revoir'],
  ['ar', 4, '4 حقول تحتاج إلى مراجعة'],
] as const)('in %s, %i faults have their form of the plural', (language, count, text) => {
  expect(faultsText(language, count)).toBe(text)
})
