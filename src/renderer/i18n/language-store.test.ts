import { expect, test } from 'vitest'
import { preferredLanguage } from './language-store.ts'

const storageWith = (value: string | null) => ({ getItem: () => value })

test.each([
  ['the stored choice wins', 'fr', ['ar'], 'fr'],
  ['the browser decides where nothing is stored', null, ['de-DE', 'ar-SD', 'fr'], 'ar'],
  ['a stored value that is no language of ours is ignored', 'xx', ['fr-FR'], 'fr'],
  ['English is the fallback', null, ['de', 'ru'], 'en'],
])('for the language of the page, %s', (_, stored, browser, expected) => {
  expect(preferredLanguage(storageWith(stored), browser)).toBe(expected)
})
