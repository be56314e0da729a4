/** The house rules as sentences that run. Each failure says what to do. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { POLICIES, rolesAllowed } from '#shared/contract/access.ts'
import type { RouteDefinition } from '#shared/contract/define-route.ts'
import { PROBLEM_CODES } from '#shared/contract/problem.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { handlers } from '#server/features/handlers.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { LANGUAGES } from '#shared/domain/languages.ts'

const root = join(import.meta.dirname, '..')
const routes: readonly RouteDefinition[] = Object.values(ROUTES)

function filesBelow(folder: string, ending: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('the contract', () => {
  test.each(Object.entries(ROUTES))(
    '%s is declared under its own id, has a handler and says who may call it',
    (id, route) => {
      expect(route.id).toBe(id)
      expect(
        handlers[id as keyof typeof handlers],
        'write its handler in src/server/features and add it to handlers.ts',
      ).toBeTypeOf('function')
      const roles = rolesAllowed(route.access)
      expect(roles === undefined || roles.length > 0, 'give `access` at least one role').toBe(true)
      const { policy } = route as RouteDefinition // the literal type lacks what this route leaves out
      expect(policy === undefined || policy in POLICIES).toBe(true)
    },
  )
  test('no two routes share method and path', () => {
    const addresses = routes.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
  test('a route that changes something leaves a trace', () => {
    // The parts of one file: the log has the file, once, when it is put together.
    const isPart = (id: string): boolean => id === 'evidence.sendChunk'
    const silent = routes.filter(
      ({ id, method, audit }) =>
        (method === 'PUT' || method === 'DELETE') && audit === null && !isPart(id),
    )
    expect(
      silent.map(({ id }) => id),
      'name an audit action in the declaration',
    ).toEqual([])
  })
  test('a public route has a quota, unless it is a health probe or proves itself by a signature', () => {
    const open = routes.filter(
      ({ access, limits, id }) =>
        access === 'public' && limits.length === 0 && !id.startsWith('health.'),
    )
    expect(
      open.map(({ id }) => id),
      'add a limit per network',
    ).toEqual([])
  })
  test('the API page describes every route', () => {
    const { paths } = openApiDocument('0', 'http://localhost:4310') as {
      paths: Record<string, Record<string, unknown>>
    }
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    )
  })
})

describe('translations', () => {
  const flat = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) =>
          flat(inner, path === '' ? key : `${path}.${key}`),
        )
      : [path.replace(/_(zero|one|two|few|many|other)$/, '')]
  const keys = (file: string): string[] => [...new Set(flat(JSON.parse(read(file)), ''))].sort()
  const names = readdirSync(join(root, 'locales', 'en')).sort()

  test.each(LANGUAGES)('%s has the same files as English', (language) =>
    expect(readdirSync(join(root, 'locales', language)).sort()).toEqual(names),
  )
  test.each(
    names.flatMap((name) => (['ar', 'fr'] as const).map((language) => ({ name, language }))),
  )('$language/$name has the keys of English', ({ name, language }) =>
    expect(keys(join('locales', language, name))).toEqual(keys(join('locales', 'en', name))),
  )
  test.each(names)('no text of %s is empty, and Arabic is written in Arabic', (name) => {
    for (const language of LANGUAGES)
      for (const [key, text] of Object.entries(
        flatTexts(JSON.parse(read(join('locales', language, name)))),
      )) {
        expect({ language, key, empty: text.trim() === '' }).toMatchObject({ empty: false })
      }
  })
  test('every problem code can be said in every language', () => {
    for (const language of LANGUAGES)
      expect(Object.keys(JSON.parse(read(`locales/${language}/problems.json`)) as object)).toEqual(
        expect.arrayContaining([...PROBLEM_CODES]),
      )
  })
})

function flatTexts(value: unknown, path = ''): Record<string, string> {
  if (typeof value === 'string') return { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([key, inner]) => flatTexts(inner, `${path}.${key}`)),
  ) as Record<string, string> // locale files hold texts and objects of texts
}

describe('the house', () => {
  const readme = read('README.md')
  test('every command that the README names exists', () => {
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(
      named.filter((name) => !(name in packageJson.scripts)),
      'add the script or correct the README',
    ).toEqual([])
    expect(readme).toMatch(/npm start/)
    expect(readme).toMatch(/npm test/)
  })
  test('no secret, no debugging and no unfinished work is left in the source', () => {
    const marks = filesBelow('src', /\.(ts|tsx)$/).filter((file) =>
      /\b(TODO|FIXME|XXX)\b|console\.(log|debug)\(|debugger;/.test(read(file)),
    )
    expect(marks).toEqual([])
  })
  test('a suppression says why on its own line', () => {
    const silent = filesBelow('src', /\.(ts|tsx)$/).flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) =>
          /oxlint-disable(-next-line|-line)? *$|oxlint-disable[\w-]* [\w/@-]+ *$|@ts-(ignore|expect-error) *$/.test(
            line,
          ),
        )
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(silent).toEqual([])
  })
})
