/** What the build of the server consists of, made in memory with the settings of `npm run build:server`. */
import { join } from 'node:path'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMONSTRATION } from '#server/demo/accounts.ts'
import { readDemo } from '#server/demo/data.ts'
import contents from '#server/features/settings/first-contents.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const files = new Map<string, string>()
let code = ''

beforeAll(async () => {
  const built = await build({
    root,
    configFile: join(root, 'electron.vite.config.ts'),
    mode: 'server',
    logLevel: 'warn',
    build: { write: false },
  })
  if (!('output' in built)) throw new Error('one build makes one output')
  for (const file of built.output)
    files.set(file.fileName, file.type === 'chunk' ? file.code : String(file.source))
  code = [...files].map(([name, text]) => (name.endsWith('.js') ? text : '')).join('\n')
})

test('the server of production holds nothing of the demonstration', () => {
  expect(code).toContain('/api/about') // it is the code of the server that is looked at
  const { members, requests, reports, claims } = readDemo()
  const people = [...members, ...requests.map(({ applicant }) => applicant)]
  const found = [
    DEMO_PASSWORD,
    ...DEMO_ACCOUNTS.map(({ email }) => email),
    ...DEMONSTRATION.bankAccounts.flatMap(({ holder, iban, bank }) => [holder, iban, bank]),
    ...people.flatMap(({ email, phone, firstName, lastName, details }) => [
      email,
      phone,
      `${firstName} ${lastName}`,
      details.recommended_by ?? '',
    ]),
    ...reports.map(({ words }) => words.description),
    ...claims.map(({ claim }) => claim.message),
    'Demo tribe',
    'Demo village',
  ].filter((text) => code.includes(text))
  expect(
    found,
    'give src/server/demo/main.ts what the demonstration needs, and state it in Deps',
  ).toEqual([])
})

test('the covers of the first contents lie beside the server', () => {
  for (const { id } of [...contents.events, ...contents.news])
    expect([...files.keys()]).toContain(`covers/${id}.webp`)
})
