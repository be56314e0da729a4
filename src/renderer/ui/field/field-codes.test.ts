import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/domain/text/languages.ts'

const SOURCES = import.meta.glob<string>(
  ['/src/server/**/*.ts', '/src/shared/**/*.ts', '!**/*.test.ts'],
  { eager: true, query: '?raw', import: 'default' },
)
const WORDS = import.meta.glob<{ readonly faults: Readonly<Record<string, string>> }>(
  ['/locales/*/ui.json', '/locales/*/staffUi.json'],
  { eager: true, import: 'default' },
)

/** The codes of zod for faults of a value (zod 4, `$ZodIssueCode`). */
const ZOD_CODES =
  'invalid_type too_big too_small invalid_format not_multiple_of unrecognized_keys invalid_union invalid_key invalid_element invalid_value custom'

/** `refuseField(path, 'x', …)` of the handlers, their lists of faulty fields, and the causes of refused files, which become such codes. */
const ownCodes = Object.values(SOURCES).flatMap((source) =>
  [
    ...source.matchAll(
      /(?:path[^{}]*?code|cause):\s*'([a-z_]+)'|\binvalid\('([a-z_]+)'|\brefuseField\([^,()]+,\s*'([a-z_]+)'/g,
    ),
  ].map(([, code, cause, field]) => code ?? cause ?? field ?? ''),
)

test('the search finds codes', () =>
  expect(ownCodes).toEqual(expect.arrayContaining(['unknown_file', 'fixed', 'damaged_file'])))

test.each(LANGUAGES)('every code of a faulty field has its words in %s', (language) => {
  const known = ['ui', 'staffUi'].flatMap((namespace) =>
    Object.keys(WORDS[`/locales/${language}/${namespace}.json`]?.faults ?? {}),
  )
  // Failures of the client itself have no fields.
  const needed = new Set(
    [...ZOD_CODES.split(' '), ...ownCodes].filter(
      (code) => !['offline', 'aborted', 'unreadable'].includes(code),
    ),
  )
  expect([...needed].filter((code) => !known.includes(code))).toEqual([])
})
