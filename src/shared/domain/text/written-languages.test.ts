import { expect, test } from 'vitest'
import { faultsOfWords, inEveryLanguage } from './written-languages.ts'

const words = (title: string, text = '') => ({ title, text })
const blank = words('')

test.each([
  [{ en: words('E'), ar: words('A'), fr: words('F') }, ['E', 'A', 'F'], []],
  [{ en: words('E'), ar: blank, fr: blank }, ['E', 'E', 'E'], ['ar', 'fr']],
  [{ en: blank, ar: words('A'), fr: words('F') }, ['A', 'A', 'F'], ['en']],
  [{ en: blank, ar: blank, fr: words('F') }, ['F', 'F', 'F'], ['en', 'ar']],
  [{ en: blank, ar: words(' '), fr: blank }, ['', ' ', ''], []],
] as const)('%j is read as %j', (content, titles, missing) => {
  const { content: read, borrowed } = inEveryLanguage(content)
  expect([read.en.title, read.ar.title, read.fr.title]).toEqual(titles)
  expect(borrowed).toEqual(missing)
})

test.each([
  ['complete or blank', { en: words('E', 'e'), ar: blank, fr: words('F', 'f') }, false, []],
  [
    'half',
    { en: words('E', 'e'), ar: words('A'), fr: words('', 'f') },
    false,
    ['ar.text', 'fr.title'],
  ],
  ['half, as a draft', { en: words('E'), ar: words('A'), fr: words('', 'f') }, true, ['fr.title']],
  ['nothing', { en: blank, ar: blank, fr: blank }, false, ['en.title', 'en.text']],
  [
    'blanks alone',
    { en: words('E', 'e'), ar: words('A', ' '), fr: words(' ') },
    false,
    ['ar.text'],
  ],
  ['nothing, as a draft', { en: blank, ar: blank, fr: blank }, true, ['en.title']],
] as const)('an article is judged by its languages: %s', (_, content, draft, faults) => {
  expect(
    faultsOfWords(content, ['title', 'text'], { draft }).map(
      ({ language, field }) => `${language}.${field}`,
    ),
  ).toEqual(faults)
})

test.each([
  [['Doors open'], ['fr.title', 'fr.text']],
  [[], []],
])('a language that has only the goals %j', (goals, faults) => {
  const english = { ...words('E', 'e'), goals: ['Doors open'] }
  const empty = { ...blank, goals: [] }
  const content = { en: english, ar: empty, fr: { ...blank, goals } }
  expect(
    faultsOfWords(content as never, ['title', 'text'], { draft: false }).map(
      ({ language, field }) => `${language}.${field}`,
    ),
  ).toEqual(faults) // events carry lists beside their texts
})
