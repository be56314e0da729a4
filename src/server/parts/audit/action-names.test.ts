/** Every action and every kind of target that the code writes has a name in every language, and no name is left over. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import ar from '#locales/ar/audit.json' with { type: 'json' }
import en from '#locales/en/audit.json' with { type: 'json' }
import fr from '#locales/fr/audit.json' with { type: 'json' }
import { SETTING_NAMES, TARGET_KINDS } from '#shared/contract/audit.ts'
import { ROUTES } from '#shared/contract/routes.ts'

const SERVER = join(import.meta.dirname, '../..')

type Names = { readonly [part: string]: string | Names }
const flat = (names: Names, before = ''): string[] =>
  Object.entries(names).flatMap(([part, name]) =>
    typeof name === 'string' ? `${before}${part}` : flat(name, `${before}${part}.`),
  )

const LINES = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => readFileSync(join(SERVER, name), 'utf8').split('\n'))

/**
 * Actions that are not in the contract: `action: 'document.viewed'`, also in a conditional
 * expression.
 */
const writtenByHand = LINES.flatMap((line) =>
  Array.from(
    /\baction: (.*)/.exec(line)?.[1]?.matchAll(/'([a-z-]+\.[a-z-]+)'/g) ?? [],
    ([, action = '']) => action,
  ),
)
/** `target: \`report:${…}\``, `evidenceTarget = …`, `deviceActor = …` and `target: 'settings:adoption'`. */
const targets = LINES.filter((line) => /target|actor/i.test(line)).flatMap((line) =>
  Array.from(line.matchAll(/[`']([a-z-]+):(?:\$\{|([\w-]+)')/g), ([, kind = '', name]) => ({
    kind,
    name,
  })),
)
const actions = [
  ...new Set([...Object.values(ROUTES).flatMap(({ audit }) => audit ?? []), ...writtenByHand]),
].sort()

test.each([
  ['en', en],
  ['ar', ar],
  ['fr', fr],
] as const)('each action has a name in %s', (_language, texts) => {
  expect(flat(texts.actions).sort()).toEqual(actions)
})

const kinds = [...new Set(targets.map(({ kind }) => kind))].filter((kind) => kind !== 'member')

test('each kind of target that the server writes is in the list', () => {
  expect(kinds.sort()).toEqual([...TARGET_KINDS])
})

/** A group of settings: `settings:reports`. */
const settings = [
  ...Array.from(
    readFileSync(join(SERVER, 'features/settings/routes.ts'), 'utf8').matchAll(
      /^ +name: '(\w+)',$/gm,
    ),
    ([, name = '']) => name,
  ),
  ...targets.flatMap(({ kind, name }) => (kind === 'settings' && name !== undefined ? name : [])),
]

test.each([
  ['en', en],
  ['ar', ar],
  ['fr', fr],
] as const)(
  'each kind of target and each group of settings has a name in %s',
  (_language, texts) => {
    expect(flat(texts.who).sort()).toEqual([...TARGET_KINDS, 'anonymous', 'system'].sort())
    expect(flat(texts.settings).sort()).toEqual([...SETTING_NAMES])
    expect([...new Set(settings)].sort()).toEqual([...SETTING_NAMES])
  },
)
