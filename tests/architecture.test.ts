/** The house rules as tests. Each failure says what to do. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handlers } from '#server/features/handlers.ts'
import { openApiDocument } from '#server/http/openapi/openapi.ts'
import { POLICIES, rolesAllowed } from '#shared/contract/base/access.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { PROBLEM_CODES } from '#shared/contract/base/problem.ts'
import { DECLARED_ROUTES, ROUTES } from '#shared/contract/routes.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import packageJson from '../package.json' with { type: 'json' }

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
  test.each(Object.entries(ROUTES))('%s has a handler and declares its access', (id, route) => {
    expect(
      handlers[id as keyof typeof handlers],
      'write its handler in src/server/features and add it to the routes.ts of its feature',
    ).toBeTypeOf('function')
    const roles = rolesAllowed(route.access)
    expect(roles === undefined || roles.length > 0, 'give `access` at least one role').toBe(true)
    const { policy } = route as RouteDefinition // the literal type omits what this route does not declare
    expect(policy === undefined || policy in POLICIES).toBe(true)
  })
  test('no two routes share an id', () => {
    expect(Object.keys(ROUTES)).toHaveLength(DECLARED_ROUTES.length)
  })
  test('each server feature has a contract file of the same name', () => {
    const declaring = filesBelow('src/shared/contract', /\.ts$/)
      .filter((file) => read(file).includes('Routes = ['))
      .map((file) => basename(file, '.ts'))
    expect(declaring.toSorted()).toEqual(
      readdirSync(join(root, 'src/server/features'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
    )
  })
  test('a feature has one name from the contract to the texts', () => {
    const namesIn = (folder: string): string[] =>
      readdirSync(join(root, folder)).map((name) => basename(name, '.json'))
    const table = read('docs/glossary.md').split('## 7.')[1] ?? ''
    const words = (text = ''): string[] =>
      [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
    const rows = table.split('\n').map((line) => line.split('|'))
    const exceptions = new Set(rows.flatMap(([, feature]) => words(feature)))
    const own = new Set([...namesIn('src/renderer/features'), ...namesIn('src/renderer/parts')])
    expect(
      namesIn('src/server/features').filter(
        (name) => !name.includes('.') && !own.has(name) && !exceptions.has(name),
      ),
      'name the folder of its pages like the feature, or give it a row in docs/glossary.md, 7',
    ).toEqual([])
    const camel = (name: string): string =>
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const named = new Set([
      ...[...own].map(camel),
      ...rows.flatMap((row) => words(row[3])),
      ...words(/Texts of no feature: .*/.exec(table)?.[0]),
    ])
    expect(
      namesIn('locales/en').filter((name) => !named.has(name)),
      'name the texts like their feature, or say in docs/glossary.md, 7, whose they are',
    ).toEqual([])
  })
  test('the names that the glossary decrees are those of the code', () => {
    const table = /## 6\.[\s\S]*?\n\n(\|[\s\S]*?)\n\n/.exec(read('docs/glossary.md'))?.[1] ?? ''
    const rows = table.split('\n').slice(2)
    expect(rows.length).toBeGreaterThan(10)
    const code = filesBelow('src', /\.tsx?$/)
      .map(read)
      .join('\n')
    const names = (column: number): string[] =>
      rows.flatMap((row) =>
        [...(row.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      )
    const isThere = (name: string): boolean =>
      new RegExp(`(?<![\\w.])${name}${name.endsWith(':') ? '[a-z]+-' : String.raw`\b`}`).test(code)
    expect(
      names(2).filter((name) => !isThere(name)),
      'the glossary decrees a name that nothing has',
    ).toEqual([])
    expect(names(3).filter(isThere), 'docs/glossary.md, 6, says which name to take').toEqual([])
  })
  test('no two routes share method and path', () => {
    const addresses = routes.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
  test('a PUT or DELETE route declares an audit action', () => {
    // For the parts of one file, the log has one row, when the file is complete.
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
  test('a public route has a quota, unless it is a health probe or is protected by a signature', () => {
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
  test.each(names)('no text of %s is empty', (name) => {
    for (const language of LANGUAGES)
      for (const [key, text] of Object.entries(
        flatTexts(JSON.parse(read(join('locales', language, name)))),
      )) {
        expect({ language, key, empty: text.trim() === '' }).toMatchObject({ empty: false })
      }
  })
  test('every problem code has a text in every language', () => {
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

describe('the house rules', () => {
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
  test('the source has no TODO, no debugging and no console output', () => {
    const marks = filesBelow('src', /\.(ts|tsx)$/).filter((file) =>
      /\b(TODO|FIXME|XXX)\b|console\.(log|debug)\(|debugger;/.test(read(file)),
    )
    expect(marks).toEqual([])
  })
  test('no folder has more than 15 files without their tests', () => {
    const counts = new Map<string, number>()
    for (const file of filesBelow('src', /(?<!\.test)\.tsx?$/)) {
      const folder = file.slice(0, file.lastIndexOf('/'))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const crowded = [...counts].filter(([, count]) => count > 15).map(([folder]) => folder)
    expect(crowded.sort(), 'give it sub-folders that a newcomer would guess').toEqual([
      'src/shared/contract', // one file for each feature of the server, under the same name
    ])
  })
  test('only tests lower the cost of a password hash', () => {
    const lowering = filesBelow('src', /(?<!\.test)\.tsx?$/).filter((file) =>
      /(?<!function )createPasswords\([^)]|openDeps\([^)]*passwords/.test(read(file)),
    )
    expect(lowering).toEqual([])
  })
  test('a unit test that replaces a module has a process of its own', () => {
    const mocking = filesBelow('src', /\.test\.tsx?$/).filter((file) =>
      /\bvi\.(?:mock|doMock|resetModules)\(/.test(read(file)),
    )
    const list = /const MOCKING = \[([^\]]*)\]/.exec(read('vitest.config.ts'))?.[1] ?? ''
    expect(
      [...list.matchAll(/'([^']+)'/g)].map(([, file]) => file).sort(),
      'name it under MOCKING in vitest.config.ts',
    ).toEqual(mocking.sort())
  })
  test('a property test uses the seed of the run', () => {
    const files = ['src', 'tests'].flatMap((folder) => filesBelow(folder, /\.test\.tsx?$/))
    const unseeded = files.filter((file) => {
      const text = read(file)
      return (
        /^import .* from 'fast-check'$/m.test(text) &&
        !/^import (?:\{.*\} from )?'#tests\/support\/property-seed.ts'$/m.test(text)
      )
    })
    expect(unseeded).toEqual([])
  })
  test('only the places that read or write role letters use them', () => {
    // All other code uses role names; TypeScript rejects a comparison with a letter there.
    const users = filesBelow('src', /(?<!test)\.(ts|tsx)$/).filter((file) =>
      /\b(ROLE_LETTERS|RoleLetter|letterOf|roleOfLetter)\b/.test(read(file)),
    )
    expect(users.toSorted()).toEqual([
      'src/renderer/features/profile/document-views-section.tsx',
      'src/renderer/features/requests/documents/documents-page.tsx',
      'src/renderer/features/requests/review/review-log.tsx',
      'src/renderer/platform/session/web-storage.ts',
      'src/renderer/ui/staff/desk/lock-notice.tsx',
      'src/server/features/documents/routes.ts',
      'src/server/features/evidence/package/export-package.ts',
      'src/server/features/evidence/routes.ts',
      'src/server/features/reports/change-evidence.ts',
      'src/server/records/evidence/record-view.ts',
      'src/server/records/files/sign-photos.ts',
      'src/server/records/review-locks/staff-people.ts',
      'src/shared/contract/base/review-lock.ts',
      'src/shared/contract/documents.ts',
      'src/shared/domain/people/roles.ts',
    ])
  })
  test('a suppression has its reason on the same line', () => {
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

describe('queries', () => {
  test('of features stand in the repositories of the records', () => {
    // A statement begins with one of these, holds SQL text, or is run where it ends.
    const STATEMENT =
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:`|<|\.\w+[(`<])|\.execute(?:TakeFirst(?:OrThrow)?)?\(/
    const querying = [
      ...filesBelow('src/server/features', /(?<!\.test)\.ts$/),
      ...filesBelow('src/server/records', /(?<!-repository|\.test)\.ts$/),
    ].filter((file) => STATEMENT.test(read(file)))
    expect(querying, 'move the query to src/server/records/…/<subject>-repository.ts').toEqual([])
  })
})

describe('transactions', () => {
  test('begin in database/transact.ts only', () => {
    const beginning = filesBelow('src/server', /(?<!\.test)\.ts$/).filter((file) =>
      /\.(?:startTransaction|transaction)\(\)/.test(read(file)),
    )
    expect(beginning, 'use transact or inTransaction').toEqual([
      'src/server/parts/database/transact.ts',
    ])
  })
})

describe('the order of folders', () => {
  const X = 'export interface X { readonly n: number }\nexport const x = 1\n'
  const FORBIDDEN: Readonly<Record<string, string>> = {
    'value.ts': "import { x } from '../b/x.ts'\nexport const a = x\n",
    'type-only.ts': "import type { X } from '../b/x.ts'\nexport type A = X\n",
    'inline-type.ts': "import { type X } from '../b/x.ts'\nexport type A = X\n",
    'exported-type.ts': "export type { X } from '../b/x.ts'\n",
    'lazy.ts': "export const a = () => import('../b/x.ts')\n",
    'value.tsx': "import { x } from '../b/x.ts'\nexport const A = () => <p>{x}</p>\n",
    'type-only.tsx':
      "import type { X } from '../b/x.ts'\nexport const A = ({ n }: X) => <p>{n}</p>\n",
  }
  test('a forbidden import of any kind is found, and nothing else is said', () => {
    const place = mkdtempSync(join(tmpdir(), 'wld-planted-'))
    try {
      const features = join(place, 'src/renderer/features')
      for (const folder of ['a', 'b']) mkdirSync(join(features, folder), { recursive: true })
      for (const name of [
        'node_modules',
        'package.json',
        'tsconfig.base.json',
        'tsconfig.web.json',
      ])
        symlinkSync(join(root, name), join(place, name))
      writeFileSync(join(features, 'b/x.ts'), X)
      for (const [name, code] of Object.entries(FORBIDDEN))
        writeFileSync(join(features, 'a', name), code)
      const program = join(root, 'node_modules/.bin/depcruise')
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [program, 'src', '--config', join(root, '.dependency-cruiser.cjs')],
        { cwd: place, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
      )
      const found = [
        ...stdout.matchAll(/error features-do-not-meet: \S+\/a\/(\S+) → \S+\/b\/x\.ts/g),
      ]
      expect(found.map(([, name]) => name).toSorted(), stdout + stderr).toEqual(
        Object.keys(FORBIDDEN).toSorted(),
      )
      expect(stdout + stderr).not.toMatch(/missed|missing|‼/)
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  })
  test('types are imported at the top of a file, where the check of imports sees them', () => {
    const inner = /(?:typeof import\('[^']+'\)|\bimport\('[^']+'\)\.[A-Z])/
    expect(
      filesBelow('src', /(?<!\.test)\.tsx?$/).filter((file) => inner.test(read(file))),
      'write `import type` at the top',
    ).toEqual([])
  })
})
