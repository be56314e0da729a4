import { expect, test } from 'vitest'
import { acceptedLanguage, mailLanguage } from './mail-language.ts'

test.each([
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['de, ar-SD;q=0.7, en;q=0.9', 'en'],
  ['AR', 'ar'],
  ['en;q=0, ar', 'ar'],
  ['*', undefined],
  ['de-DE', undefined],
  ['', undefined],
  [undefined, undefined],
  [';;;q=,,', undefined],
  [`${'x,'.repeat(500)}fr`, undefined],
])('%s prefers %s', (header, language) => expect(acceptedLanguage(header)).toBe(language))

test('the call, the browser, the account, English', () => {
  expect(mailLanguage('ar', 'fr', 'en')).toBe('ar')
  expect(mailLanguage(undefined, 'fr', 'ar')).toBe('fr')
  expect(mailLanguage(undefined, '*', 'ar')).toBe('ar')
  expect(mailLanguage(undefined, undefined, undefined)).toBe('en')
})
