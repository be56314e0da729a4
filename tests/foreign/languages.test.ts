/** The data of CLDR that no code here reads: which plural a number takes, and how months and days are called. */
import { existsSync, readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import { createFormatter } from '../../src/renderer/i18n/format.ts'

/** Of the package `unicode-cldr-core` of Debian. */
const FOLDER = '/usr/share/unicode/cldr/common'
const isThere = existsSync(`${FOLDER}/supplemental/plurals.xml`)
const read = (file: string): string => (isThere ? readFileSync(`${FOLDER}/${file}`, 'utf8') : '')

/** Every number of the samples `3~10, 103~110, 1003, …`, with its plural. */
function samplesOf(language: Language): { count: number; plural: string }[] {
  const block =
    new RegExp(`<pluralRules locales="(?:[^"]* )?${language}[ "][^>]*>([^]*?)</pluralRules>`).exec(
      read('supplemental/plurals.xml'),
    )?.[1] ?? ''
  return Array.from(
    block.matchAll(/<pluralRule count="(\w+)">[^<]*@integer ([^@<]*)/g),
    ([, plural = '', samples = '']) =>
      Array.from(
        samples.matchAll(/(?<![\dc])(\d+)(?:~(\d+))?(?=,|$|\s)/g),
        ([, from = '', to = from]) =>
          Array.from({ length: Number(to) - Number(from) + 1 }, (_value, index) => ({
            count: Number(from) + index,
            plural,
          })),
      ),
  ).flat(2)
}

const namesOf = (language: Language, kind: 'month' | 'day'): string[] => {
  const calendar = /<calendar type="gregorian">([^]*?)<\/calendar>/.exec(
    read(`main/${language}.xml`),
  )?.[1]
  const wide = new RegExp(
    `<${kind}Context type="format">[^]*?<${kind}Width type="wide">([^]*?)</${kind}Width>`,
  ).exec(calendar ?? '')?.[1]
  return Array.from((wide ?? '').matchAll(/<\w+ type="\w+">([^<]+)</g), ([, name = '']) => name)
}

describe.skipIf(!isThere).each(LANGUAGES)('%s', (language) => {
  test('a text with a number takes the plural of that number', async () => {
    const samples = samplesOf(language)
    expect(samples.length).toBeGreaterThan(15)
    const plurals = [...new Set(samples.map(({ plural }) => plural))]
    const texts = createInstance()
    await texts.init({
      lng: language,
      resources: {
        [language]: {
          translation: Object.fromEntries(plurals.map((plural) => [`text_${plural}`, plural])),
        },
      },
    })
    expect(samples.filter(({ count, plural }) => texts.t('text', { count }) !== plural)).toEqual([])
  })

  test('a date names its month', () => {
    const months = namesOf(language, 'month')
    expect(months).toHaveLength(12)
    const { date } = createFormatter(language)
    months.forEach((month, index) =>
      expect(date(`2026-${String(index + 1).padStart(2, '0')}-15`)).toContain(month),
    )
  })
})
