import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import ar from '#locales/ar/terms.json' with { type: 'json' }
import en from '#locales/en/terms.json' with { type: 'json' }
import fr from '#locales/fr/terms.json' with { type: 'json' }
import { createFormatter } from './format.ts'
import { periodText } from './period-text.ts'

const i18n = createInstance()
await i18n.init({ resources: { en: { terms: en }, fr: { terms: fr }, ar: { terms: ar } } })

test.each([
  ['en', 365, '1 year'],
  ['en', 3650, '10 years'],
  ['en', 180, '180 days'],
  ['en', 3651, '3,651 days'],
  ['fr', 365, '1 an'],
  ['fr', 1825, '5 ans'],
  ['ar', 365, 'سنة واحدة'],
  ['ar', 730, 'سنتين'],
  ['ar', 1825, '5 سنوات'],
  ['ar', 180, '180 يومًا'],
] as const)('%s says %i days as %s', (language, days, words) =>
  expect(periodText(i18n.getFixedT(language, 'terms'), createFormatter(language), days)).toBe(
    words,
  ),
)
