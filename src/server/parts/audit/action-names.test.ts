/** Every action that the code writes has a name in every language, and no name is left without an action. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import ar from '#locales/ar/audit.json' with { type: 'json' }
import en from '#locales/en/audit.json' with { type: 'json' }
import fr from '#locales/fr/audit.json' with { type: 'json' }
import { ROUTES } from '#shared/contract/routes.ts'

const SERVER = join(import.meta.dirname, '../..')

type Names = { readonly [part: string]: string | Names }
const flat = (names: Names, before = ''): string[] =>
  Object.entries(names).flatMap(([part, name]) =>
    typeof name === 'string' ? `${before}${part}` : flat(name, `${before}${part}.`),
  )

/**
 * Actions that are not in the contract: `action: 'document.viewed'`, also in a conditional
 * expression.
 */
function writtenByHand(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  return files.flatMap((name) =>
    readFileSync(join(SERVER, name), 'utf8')
      .split('\n')
      .filter((line) => /\baction: /.test(line))
      .flatMap((line) =>
        Array.from(
          /\baction: (.*)/.exec(line)?.[1]?.matchAll(/'([a-z-]+\.[a-z-]+)'/g) ?? [],
          ([, action = '']) => action,
        ),
      ),
  )
}
const actions = [
  ...new Set([...Object.values(ROUTES).flatMap(({ audit }) => audit ?? []), ...writtenByHand()]),
].sort()

test.each([
  ['en', en],
  ['ar', ar],
  ['fr', fr],
] as const)('each action has a name in %s', (_language, texts) => {
  expect(flat(texts.actions).sort()).toEqual(actions)
})
