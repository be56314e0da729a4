import { describe, expect, test } from 'vitest'
import { PROBLEM_CODES } from '#shared/contract/base/problem.ts'
import { FIELD_NAMES, isRequired, type MemberField } from '#shared/domain/people/member-fields.ts'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'

type Tree = { readonly [key: string]: string | Tree }
const FILES = import.meta.glob<Tree>('/locales/*/*.json', { eager: true, import: 'default' })

const namespaces = (language: Language): readonly string[] =>
  Object.keys(FILES).flatMap(
    (path) => path.match(new RegExp(`/${language}/(.+)\\.json$`))?.[1] ?? [],
  )
const load = (language: Language, namespace: string): Tree =>
  FILES[`/locales/${language}/${namespace}.json`] ?? {}

function texts(tree: Tree, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as const]
      : texts(value, `${prefix}${key}.`),
  )
}

const PLURAL = /_(zero|one|two|few|many|other)$/
const baseKey = (key: string): string => key.replace(PLURAL, '')
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)

test('every language has the same files', () => {
  for (const language of LANGUAGES) expect(namespaces(language)).toEqual(namespaces('en'))
})

describe.each(namespaces('en'))('%s', (namespace) => {
  const english = new Map(texts(load('en', namespace)))
  const baseKeys = [...new Set([...english.keys()].map(baseKey))].toSorted()

  test.each(['ar', 'fr'] as const)('%s has exactly the keys of English', (language) => {
    const keys = texts(load(language, namespace)).map(([key]) => baseKey(key))
    expect([...new Set(keys)].toSorted()).toEqual(baseKeys)
  })

  test.each(LANGUAGES)('%s has every plural form that the language needs', (language) => {
    const keys = new Set(texts(load(language, namespace)).map(([key]) => key))
    const counted = [...english.keys()].filter((key) => key.endsWith('_other')).map(baseKey)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const missing = counted
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !keys.has(key))
    expect(missing).toEqual([])
  })

  test.each(['ar', 'fr'] as const)(
    '%s invents no placeholder and drops none but a count',
    (language) => {
      for (const [key, text] of texts(load(language, namespace))) {
        // Where a number is never 1, English has one form; Arabic still has several.
        const same = english.get(key) ?? english.get(`${baseKey(key)}_other`)
        const wanted = placeholders(same ?? english.get(baseKey(key)) ?? '')
        const given = placeholders(text)
        expect(wanted, key).toEqual(expect.arrayContaining([...given]))
        // "دقيقتين" says two without a digit; every other value must reach the reader. `number` is a count that is written
        // with separators.
        const isInWords = /_(?:zero|one|two)$/.test(key)
        expect(given, key).toEqual(
          expect.arrayContaining(
            wanted.filter((name) => name !== 'count' && !(isInWords && name === 'number')),
          ),
        )
      }
    },
  )

  test.each(LANGUAGES)('%s leaves no text empty', (language) => {
    expect(texts(load(language, namespace)).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

test('in French no line breaks before a high sign or inside quotation marks', () => {
  const breaking = namespaces('fr').flatMap((namespace) =>
    texts(load('fr', namespace)).filter(([, text]) => / [:;!?»]|« /.test(text)),
  )
  expect(breaking).toEqual([])
})

test('every problem of the contract has its words', () => {
  for (const language of LANGUAGES) {
    const problems = load(language, 'problems')
    expect(PROBLEM_CODES.filter((code) => typeof problems[code] !== 'string')).toEqual([])
  }
})

test('every field of a member has its words', () => {
  const wordsOf = (language: Language, field: MemberField): Tree => {
    const words = load(language, 'memberFields')[field]
    return typeof words === 'object' ? words : {}
  }
  const needed = (field: MemberField): readonly string[] => [
    'label',
    ...(isRequired(field, 'applicant') && field !== 'email' ? ['required'] : []),
  ]
  for (const language of LANGUAGES)
    for (const field of FIELD_NAMES)
      expect(Object.keys(wordsOf(language, field)), `${language} ${field}`).toEqual(
        expect.arrayContaining([...needed(field)]),
      )
})
