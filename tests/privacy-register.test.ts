/**
 * The register (docs/privacy.md) and the page `/privacy` come from one table. After a change of it:
 * `npx vitest run --project unit tests/privacy-register.test.ts --update` writes the register anew.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import privacy from '#locales/en/privacy.json' with { type: 'json' }
import terms from '#locales/en/terms.json' with { type: 'json' }
import { RETENTION_DEFAULTS, RETENTION_KINDS } from '#shared/domain/people/retention.ts'
import { BROWSER_STORAGE } from '#shared/domain/privacy/browser-storage.ts'
import { CONCERNED, periodDays, PROCESSINGS } from '#shared/domain/privacy/processing.ts'
import { processingTexts } from '../src/renderer/features/privacy/processing-texts.ts'
import { createFormatter } from '../src/renderer/i18n/format.ts'

const root = join(import.meta.dirname, '..')
const REGISTER = join(root, 'docs/privacy.md')
const FROM = '<!-- The table is written by tests/privacy-register.test.ts. -->\n\n'
const TO = '\n<!-- End of the table. -->\n'

async function table(): Promise<string> {
  const i18n = createInstance()
  await i18n.init({
    lng: 'en',
    resources: { en: { privacy, terms } },
    defaultNS: 'privacy',
    interpolation: { escapeValue: false },
  })
  const rows = PROCESSINGS.map((processing) => {
    const { purpose, who, data, basis, recipients, periods } = processingTexts(
      i18n.getFixedT('en', ['privacy', 'terms']),
      createFormatter('en'),
      processing,
      RETENTION_DEFAULTS,
    )
    const cells = [purpose, who, data, basis.join('; '), recipients.join('; '), periods.join('; ')]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| Purpose | People | Data | Legal basis | Recipients | Kept, as a new installation has it |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

test('the register says what the page says', async () => {
  const document = readFileSync(REGISTER, 'utf8')
  const [before = '', rest = ''] = document.split(FROM)
  const [, after] = rest.split(TO)
  expect(after, 'docs/privacy.md has lost the marks around its table').toBeDefined()
  await expect(`${before}${FROM}${await table()}${TO}${after}`).toMatchFileSnapshot(REGISTER)
})

test('each group of people has a section, and each period that administrators set is told', () => {
  expect([...new Set(PROCESSINGS.map(({ concerned }) => concerned))].toSorted()).toEqual(
    [...CONCERNED].toSorted(),
  )
  // One number for each kind, by which its period is found again.
  const days = Object.fromEntries(
    RETENTION_KINDS.map((kind, index) => [kind, 10_000 + index]),
  ) as typeof RETENTION_DEFAULTS // one entry a kind
  const told = PROCESSINGS.flatMap(({ periods }) =>
    periods.map((period) => periodDays(period, days)),
  )
  expect(RETENTION_KINDS.filter((kind) => !told.includes(days[kind]))).toEqual([])
})

/** Names in the source that look like entries of the browser's storage and are none. */
const OTHER_NAMES = [
  'wld-activity', // channels between tabs
  'wld-session-renewal',
  'wld-chart', // an id in the page
  'wld-import-errors.csv', // files that are downloaded
  'wld-members-template.csv',
  'wld-members-',
  'wld-account-',
  'wld-id-',
  'wld-',
]

test('each entry that the site stores in the browser is on the page', () => {
  const files = globSync('src/renderer/**/*.{ts,tsx,js}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const found = new Set(
    files.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /['`](wld[.-][\w.-]*)|useKeptChoice\(['`]([\w-]+)|(?:KEY|user|accessToken|refreshToken)\w*(?: =|:) '(language|theme|scroll|user|accessToken|refreshToken)'/g,
        ),
      ].map(([, name, choice, plain]) =>
        choice === undefined ? (name ?? plain ?? '') : `wld-${choice}`,
      ),
    ),
  )
  const isTold = (name: string): boolean =>
    BROWSER_STORAGE.some(({ names }) =>
      names.some((told) =>
        told.endsWith('*') ? name.startsWith(told.slice(0, -2)) : told === name,
      ),
    )
  const names = [...found].filter((name) => !OTHER_NAMES.includes(name))
  expect(names.filter((name) => !isTold(name))).toEqual([])
  expect(names.length).toBeGreaterThan(20)
  expect(
    BROWSER_STORAGE.flatMap(({ names: told }) => told).filter(
      (name) => !names.some((one) => one.startsWith(name.replace(/[-.]?\*$/, ''))),
    ),
    'listed, but no longer stored',
  ).toEqual([])
})
