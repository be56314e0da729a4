import { describe, expect, test } from 'vitest'
import { labelsFirst, matchesQuery } from './combo-options.ts'
import { countryOptions } from './country-options.tsx'

const name = (code: string): string =>
  new Intl.DisplayNames(['ar'], { type: 'region' }).of(code) ?? code
const options = countryOptions(['TD', 'AE', 'SD', 'GB', 'CI', 'FR'], name, 'ar')
const found = (query: string): readonly string[] =>
  options.filter((option) => matchesQuery(option, query)).map(({ value }) => value)

describe('a country is found', () => {
  test.each([
    ['by its name in the language of the page', 'السودان', ['SD']],
    ['without the article', 'سودان', ['SD']],
    ['with another alef', 'الامارات', ['AE']],
    ['by its name in another language', 'Tchad', ['TD']],
    ['by what people call it', 'England', ['GB']],
    ['by its code', 'uae', ['AE']],
    ['without accents', "cote d'ivoire", ['CI']],
    ['by every word', 'united king', ['GB']],
  ])('%s', (_, query, expected) => expect(found(query)).toEqual(expected))
  test('not by the middle of a word', () => expect(found('rance')).toEqual([]))
  test('always, while nothing is typed', () => expect(found(' ')).toHaveLength(options.length))
})

test('what the word is seen in comes before what it is found by in another language', () => {
  const english = (code: string): string =>
    new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
  const all = countryOptions(['SD', 'ZA', 'KR', 'SS', 'FR'], english, 'en')
  const order = labelsFirst(all, 'Sud').filter((option) => matchesQuery(option, 'Sud'))
  expect(order.map(({ value }) => value)).toEqual(['SD', 'SS', 'ZA', 'KR'])
  expect(labelsFirst(all, '')).toEqual(all)
})

test('the two most chosen come first, the rest by the alphabet', () => {
  expect(options.map(({ value }) => value).slice(0, 2)).toEqual(['SD', 'FR'])
  const rest = options.slice(2).map(({ label }) => label)
  expect(rest).toEqual(rest.toSorted(new Intl.Collator('ar').compare))
})
