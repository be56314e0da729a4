import { expect, test } from 'vitest'
import { minutesText } from './texts.ts'

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
